import { AdminSendFiles } from '#features/packages/admin/AdminSendFiles.tsx';
import {
  GENRES,
  KEY_MODES,
  MUSIC_KEYS,
  ORIGIN_NOTE_MAX,
  PROJECT_NAMES,
  SAMPLE_ORIGINS,
  TRACK_TYPES,
  VOCAL_ORIGINS,
} from '@shop/contracts/constants';
import { useState, type ChangeEvent } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useSiteName } from '#lib/calls/config-api.ts';
import { Checkbox } from '#ui/form/Checkbox.tsx';
import { NumberField } from '#ui/form/NumberField.tsx';
import { SelectField } from '#ui/form/SelectField.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { priceChoices, type NamedStore, type ProductValues } from './admin-product-values';
import styles from '../parts/AdminForms.module.css';
import { AdminTempo } from './AdminTempo';
import type { Sound } from '../sound/use-sound';

const options = (choices: readonly string[]) =>
  choices.map((choice) => (
    <option key={choice} value={choice}>
      {choice}
    </option>
  ));

/**
 * Every field of the product form except its files (docs/product/catalogue.md#the-product-form). `stores` are the choices for the
 * store. With `ofOperator`, the operator is one of them.
 */
export function AdminProductFields({
  stores,
  ofOperator,
  sound,
}: {
  stores: readonly NamedStore[];
  ofOperator: boolean;
  sound: Sound;
}) {
  const siteName = useSiteName();
  const { register, control, getValues, setValue, formState } = useFormContext<ProductValues>();
  const { errors } = formState;
  const [category, bpm, project, packageId] = useWatch({ control, name: ['category', 'bpm', 'project_name', 'package_id'] });
  const initialPrice = formState.defaultValues?.price ?? '';
  const [removedLink, setRemovedLink] = useState('');

  /** None removes the link. The next program brings it back, because by keyboard one passes None on the way to a program. */
  function takeLinkAlong(program: string) {
    const link = getValues('project_link');
    if (!program || !link) setValue('project_link', program ? removedLink : '', { shouldDirty: true });
    setRemovedLink(program ? '' : link);
  }

  return (
    <>
      <TextField label="Name" required autoComplete="off" error={errors.name?.message} {...register('name')} />
      <SelectField label="Store" error={errors.seller_id?.message} {...register('seller_id')}>
        {ofOperator && <option value="">{siteName} (the house)</option>}
        {stores.map(({ seller_id, name }) => (
          <option key={seller_id} value={seller_id}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className={styles.pair}>
        <SelectField label="Category" required error={errors.category?.message} {...register('category')}>
          <option value="">Choose a genre</option>
          {options(GENRES)}
        </SelectField>
        <SelectField label="Type" required error={errors.type?.message} {...register('type')}>
          <option value="">Choose a type</option>
          {options(TRACK_TYPES)}
        </SelectField>
      </div>
      <div className={styles.pair}>
        <SelectField label="Price, $" required error={errors.price?.message} {...register('price')}>
          <option value="">Choose a price</option>
          {options(priceChoices(initialPrice))}
        </SelectField>
        <NumberField
          label="Old price, $"
          error={errors.old_price?.message}
          hint="Shown crossed out beside the price."
          {...register('old_price')}
        />
      </div>
      <NumberField
        label="BPM"
        error={errors.bpm?.message}
        hint={
          <AdminTempo
            sound={sound}
            genre={category}
            bpm={bpm}
            onTake={(tempo) => setValue('bpm', tempo, { shouldDirty: true, shouldValidate: true })}
          />
        }
        {...register('bpm')}
      />
      <div className={styles.pair}>
        <SelectField label="Key" required error={errors.music_key?.message} {...register('music_key')}>
          <option value="">Choose a key</option>
          {options(MUSIC_KEYS)}
        </SelectField>
        <SelectField label="Mode" error={errors.key_mode?.message} {...register('key_mode')}>
          <option value="">Not stated</option>
          {options(KEY_MODES)}
        </SelectField>
      </div>
      <div className={styles.pair}>
        <NumberField
          label="Package"
          error={errors.package_id?.message}
          hint="The number of the checked files that the shop delivers itself."
          {...register('package_id', { deps: ['download_link', 'project_link'] })}
        />
        <TextField
          label="Download link"
          type="url"
          required={packageId === ''}
          autoComplete="off"
          error={errors.download_link?.message}
          {...register('download_link')}
        />
      </div>
      <AdminSendFiles onFit={(id) => setValue('package_id', String(id), { shouldDirty: true, shouldValidate: true })} />
      <div className={styles.pair}>
        <SelectField
          label="Project"
          error={errors.project_name?.message}
          {...register('project_name', {
            deps: 'project_link',
            onChange: (event: ChangeEvent<HTMLSelectElement>) => takeLinkAlong(event.target.value),
          })}
        >
          <option value="">None</option>
          {options(PROJECT_NAMES)}
        </SelectField>
        <TextField
          label="Project link"
          type="url"
          autoComplete="off"
          required={project !== '' && packageId === ''}
          hint={project && packageId === '' ? undefined : 'Needed once a project is chosen that no package holds, and only then.'}
          error={errors.project_link?.message}
          {...register('project_link', { deps: 'project_name' })}
        />
      </div>
      <div className={styles.pair}>
        <Checkbox label="Hot" {...register('is_hot')} />
        <Checkbox label="Exclusive vocal" {...register('exclusive_vocal')} />
      </div>
      <AdminOriginFields />
    </>
  );
}

/** What the seller declared about the sounds, as it goes into the contract; an admin may correct it. */
function AdminOriginFields() {
  const { register, formState } = useFormContext<ProductValues>();
  const errors = formState.errors.origins;
  return (
    <>
      <div className={styles.pair}>
        <SelectField label="Samples" error={errors?.samples?.message} {...register('origins.samples')}>
          <option value="">Not declared</option>
          {options(SAMPLE_ORIGINS)}
        </SelectField>
        <TextField
          label="Packs and licence"
          maxLength={ORIGIN_NOTE_MAX}
          error={errors?.samplesNote?.message}
          {...register('origins.samplesNote')}
        />
      </div>
      <div className={styles.pair}>
        <SelectField label="Vocals" error={errors?.vocals?.message} {...register('origins.vocals')}>
          <option value="">Not declared</option>
          {options(VOCAL_ORIGINS)}
        </SelectField>
        <TextField
          label="About the vocals"
          maxLength={ORIGIN_NOTE_MAX}
          error={errors?.vocalsNote?.message}
          {...register('origins.vocalsNote')}
        />
      </div>
      <Checkbox label="Never released" error={errors?.unreleased?.message} {...register('origins.unreleased')} />
    </>
  );
}
