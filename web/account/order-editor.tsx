import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import type { Order } from '#contract/orders.ts';
import { DiscardDialog } from '../shell/discard-dialog.tsx';
import { lazyComponent } from '../shell/lazy-component.ts';
import { LazyContent } from '../shell/lazy-content.tsx';
import { IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { OrderNumber } from './order-number.tsx';

const editorForm = lazyComponent(() => import('./order-editor-form.tsx'));

interface OrderEditorProps {
  order: Order;
  open: boolean;
  /** `changed`: the order differs from the one shown. */
  onClose: (changed: boolean) => Promise<void>;
}

/** Modify Order: removes and adds listings, and shows the new total before anything is saved. */
export function OrderEditor({ order, open, onClose }: OrderEditorProps) {
  const titleId = useId();
  const [isDirty, setDirty] = useState(false);
  const [asking, setAsking] = useState(false);
  const close = async (changed: boolean) => {
    setDirty(false);
    setAsking(false);
    await onClose(changed);
  };
  const leave = () => (isDirty ? setAsking(true) : void close(false));
  return (
    <Dialog open={open} onClose={leave} labelledBy={titleId} variant="wide">
      <div className="dialog-head">
        <h2 className="heading-dialog" id={titleId}>
          <Trans>
            Modify Order <OrderNumber id={order.id} />
          </Trans>
        </h2>
        <IconButton label={t`Close`} onClick={leave}>
          <Icon name="close" />
        </IconButton>
      </div>
      <LazyContent of={editorForm} props={{ order, onDirty: setDirty, onLeave: leave, onSaved: () => close(true) }} />
      <DiscardDialog open={asking} onKeep={() => setAsking(false)} onDiscard={() => void close(false)} />
    </Dialog>
  );
}
