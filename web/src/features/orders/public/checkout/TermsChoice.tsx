import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useSiteName } from '#lib/calls/config-api.ts';
import { paths } from '#lib/paths.ts';
import { Button } from '#ui/action/Button.tsx';
import { Checkbox } from '#ui/form/Checkbox.tsx';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import styles from './Checkout.module.css';
import { OfferAgreement } from './OfferAgreement';

/** The terms to agree to. A modal shows them in full. */
export function TermsChoice({ agreed, onChange }: { agreed: boolean; onChange: (agreed: boolean) => void }) {
  const [open, setOpen] = useState(false);
  const siteName = useSiteName();
  return (
    <div className={styles.terms}>
      <Checkbox label="I agree to the Terms & Conditions" checked={agreed} onChange={(event) => onChange(event.target.checked)} />
      <div className={styles.termsLinks}>
        <Button size="s" onClick={() => setOpen(true)}>
          Read Terms & Conditions
        </Button>
        <Link to={paths.privacy} target="_blank" rel="noopener">
          Privacy Policy
        </Link>
      </div>
      <Dialog
        title="Public Offer Agreement"
        wide
        open={open}
        onOpenChange={setOpen}
        footer={
          <Button
            variant="primary"
            onClick={() => {
              onChange(true);
              setOpen(false);
            }}
          >
            I Agree
          </Button>
        }
      >
        <OfferAgreement siteName={siteName} />
      </Dialog>
    </div>
  );
}
