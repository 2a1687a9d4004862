import { t } from '@lingui/core/macro';
import { type Role, roles } from '#contract/roles.ts';
import { roleLabels, roleWords } from './role-words.ts';

interface RoleChoiceProps {
  role: Role;
  onRole: (role: Role) => void;
}

/** The roles with what each may do, of which one is chosen. */
export function RoleChoice({ role, onRole }: RoleChoiceProps) {
  return (
    <fieldset>
      <legend className="visually-hidden">{t`Role`}</legend>
      <div className="choice">
        {roles.toReversed().map((offered) => (
          <label key={offered}>
            <input
              type="radio"
              name="role"
              value={offered}
              checked={offered === role}
              onChange={() => onRole(offered)}
            />
            <span>
              <b>{roleLabels[offered]}</b>
              <small>{roleWords[offered]}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
