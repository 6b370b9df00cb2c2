import { GENRES, MUSIC_KEYS, SUBMISSION_PRICES } from '@shop/contracts/constants';
import { FILL_REQUIRED, PackageForm } from '@shop/contracts/forms';
import { lazyWithRetry } from '#lib/loading/lazy-with-retry.tsx';
import { paths } from '#lib/paths.ts';
import { Button } from '#ui/action/Button.tsx';
import { SectionBoundary } from '#ui/feedback/SectionBoundary.tsx';
import { NumberField } from '#ui/form/NumberField.tsx';
import { SelectField } from '#ui/form/SelectField.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { OriginFields } from './OriginFields';
import styles from './SendTrack.module.css';
import type { TrackFormState } from './use-track-form';

const PackagePart = lazyWithRetry(async () => (await import('#features/packages/public/PackagePart.tsx')).PackagePart, {
  quiet: true,
});
const HOSTS = 'Dropbox, WeTransfer, Yandex Disk or Google Drive';

/** One message covers all missing fields, and each of them is marked. */
export function TrackForm({ form }: { form: TrackFormState }) {
  const { register, submit, formState, files, byLink, setByLink, isCorrection } = form;
  const { errors, isSubmitting } = formState;
  const { origins, ...others } = errors;
  const missing = [...Object.values(others), ...Object.values(origins ?? {})].some(
    (error) => (error as { message?: string } | undefined)?.message === FILL_REQUIRED,
  );
  const errorOf = (field: keyof typeof others) => {
    const message = errors[field]?.message;
    return message === FILL_REQUIRED ? 'Required' : message;
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className="muted">
        New to this? The{' '}
        <a href={paths.uploadInstructions} target="_blank" rel="noopener">
          upload instructions
        </a>{' '}
        say what belongs into the files.
      </p>
      <div className={styles.pair}>
        <TextField
          label="Store Name"
          readOnly
          hint="Always your own store."
          error={errorOf('storeName')}
          {...register('storeName')}
        />
        <TextField label="Track name" maxLength={120} error={errorOf('trackName')} {...register('trackName')} />
      </div>
      <div className={styles.four}>
        <SelectField label="Price" error={errorOf('price')} {...register('price')}>
          <option value="">Choose</option>
          {SUBMISSION_PRICES.map((price) => (
            <option key={price} value={price}>
              ${price}
            </option>
          ))}
        </SelectField>
        <SelectField label="Genre" error={errorOf('genre')} {...register('genre')}>
          <option value="">Choose</option>
          {GENRES.map((genre) => (
            <option key={genre}>{genre}</option>
          ))}
        </SelectField>
        <NumberField label="BPM" placeholder="124" error={errorOf('bpm')} {...register('bpm')} />
        <SelectField label="Key" error={errorOf('key')} {...register('key')}>
          <option value="">Choose</option>
          {MUSIC_KEYS.map((key) => (
            <option key={key}>{key}</option>
          ))}
        </SelectField>
      </div>
      {byLink ? (
        <>
          <TextField
            label="Track files link"
            type="url"
            inputMode="url"
            placeholder="https://www.dropbox.com/…"
            hint={HOSTS}
            error={errorOf('trackFilesLink')}
            {...register('trackFilesLink')}
          />
          <TextField
            label="Project files link"
            type="url"
            inputMode="url"
            placeholder="https://drive.google.com/…"
            hint={`Optional; with a project the buyer may add it for $100. ${HOSTS}`}
            error={errorOf('projectFilesLink')}
            {...register('projectFilesLink')}
          />
        </>
      ) : (
        <SectionBoundary waiting={<p className="muted">Loading…</p>}>
          <PackagePart
            packageId={files.begunPackage}
            onBegun={files.onBegun}
            onFit={files.onFit}
            facts={() => factsOf(form)}
            error={errors.packageId?.message ?? (errors.trackFilesLink && 'Please add your files and have them checked.')}
          />
        </SectionBoundary>
      )}
      <p className={styles.other}>
        <Button size="s" onClick={() => setByLink(!byLink)}>
          {byLink ? 'Send files instead' : 'Send a link instead'}
        </Button>
      </p>
      <OriginFields form={form} />
      <TextField
        label="Contact email"
        type="email"
        inputMode="email"
        autoComplete="email"
        error={errorOf('contactEmail')}
        {...register('contactEmail')}
      />
      <div className={styles.send}>
        {missing ? (
          <p className={styles.missing} role="alert">
            {FILL_REQUIRED}
          </p>
        ) : (
          <p className="muted">You hear from us within 48 hours.</p>
        )}
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {isSubmitting ? 'Sending...' : isCorrection ? 'Send again' : 'Send for review'}
        </Button>
      </div>
    </form>
  );
}

/** What the form says of the track so far, as far as it is right; the check compares the files with it. */
function factsOf({ getValues }: TrackFormState): PackageForm {
  const [trackName, bpm, key] = getValues(['trackName', 'bpm', 'key']);
  const { shape } = PackageForm;
  const fields = {
    trackName: shape.trackName.safeParse(trackName),
    bpm: shape.bpm.safeParse(bpm === '' ? undefined : Number(bpm)),
    key: shape.key.safeParse(key),
  };
  return Object.fromEntries(Object.entries(fields).flatMap(([field, { data }]) => (data === undefined ? [] : [[field, data]])));
}
