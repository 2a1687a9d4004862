import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { limits } from '#contract/limits.ts';
import { Logo } from '../../../shell/logo.tsx';
import { useShop } from '../../../shell/shop.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { SettingsGroup } from '../settings-group.tsx';
import { type ShopFields, textProps } from './field-props.ts';

/** The field for the name, and the current logo, which is changed in the Logo Manager. */
export function NamePanel(props: ShopFields) {
  const { name, logo, logoDark } = useShop();
  const shown = (
    <Logo url={logo} darkUrl={logoDark}>
      <span className="wordmark">{name}</span>
    </Logo>
  );
  return (
    <section className="panel">
      <header>
        <h2>{t`Name and logo`}</h2>
      </header>
      <SettingsGroup title={t`Name`} words={t`On every page, email and invoice.`}>
        <TextField label={t`Shop name`} maxLength={limits.shopName} {...textProps('name', props)} />
      </SettingsGroup>
      <SettingsGroup title={t`Logo`} words={t`Shown on both grounds, as in the shop.`}>
        <div className="grid grid-cols-2 border border-line">
          <div className="logo-ground" data-theme="light">
            {shown}
          </div>
          <div className="logo-ground lacquer">{shown}</div>
        </div>
        <div>
          <Link className={buttonClass('line')} to="/admin/logo">
            {t`Open the Logo Manager`}
          </Link>
        </div>
      </SettingsGroup>
    </section>
  );
}
