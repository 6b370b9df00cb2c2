import { zodResolver } from '@hookform/resolvers/zod';
import { TrackSubmissionForm, type SoundOriginsInput, type TrackSubmissionInput } from '@shop/contracts/forms';
import type { SellerSubmissionView } from '@shop/contracts/views';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { errorText, isApiError } from '#lib/calls/api.ts';
import { sessionHasEnded } from '#features/session/ask-to-log-in.ts';
import { useBotToken } from '#lib/calls/bot-check.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { toast } from '#lib/toast.ts';
import { useKeptForm, useKeptState } from '#features/session/use-kept-form.ts';
import { useCorrectSubmissionMutation, useSubmitTrackMutation } from '../../api/submissions-api';

type TypedFields = { samples: SoundOriginsInput['samples'] | ''; vocals: SoundOriginsInput['vocals'] | ''; unreleased: boolean };
const NO_ORIGINS: TypedFields & { samplesNote: string; vocalsNote: string } = {
  samples: '',
  samplesNote: '',
  vocals: '',
  vocalsNote: '',
  unreleased: false,
};
const EMPTY = {
  packageId: null as number | null,
  trackName: '',
  price: '',
  genre: '',
  bpm: '',
  key: '',
  trackFilesLink: '',
  projectFilesLink: '',
  origins: NO_ORIGINS,
};
type KnownFields = Pick<TrackSubmissionInput, 'storeName' | 'contactEmail'>;
type Field = keyof TrackSubmissionInput;

/** A submission for which changes are asked, with all that its seller may correct. */
export type CorrectableSubmission = SellerSubmissionView & Required<Pick<SellerSubmissionView, 'correctable'>>;

/** The form's values for a submission that is to be corrected. */
function valuesOf({ trackName, price, genre, bpm, key, correctable }: CorrectableSubmission) {
  const { trackFilesLink, projectFilesLink, packageId, contactEmail, origins } = correctable;
  return {
    ...EMPTY,
    packageId,
    trackName,
    price: String(price),
    genre,
    bpm: String(bpm),
    key,
    trackFilesLink,
    projectFilesLink: projectFilesLink ?? '',
    contactEmail,
    origins: origins ? { ...origins, samplesNote: origins.samplesNote ?? '', vocalsNote: origins.vocalsNote ?? '' } : NO_ORIGINS,
  };
}

const isPackageId = (value: unknown): value is number | null => typeof value === 'number';

/**
 * The form of Send Track: its rules, its sending, and its messages. Typed text stays until it is sent, even after a reload.
 * @param submission the one that is corrected and sent again
 */
export function useTrackForm(prefilledValues: KnownFields, onSent: () => void, submission: CorrectableSubmission | null = null) {
  const dispatch = useAppDispatch();
  const botToken = useBotToken();
  const [submitTrack] = useSubmitTrackMutation();
  const [correct] = useCorrectSubmissionMutation();
  const defaultValues = { ...EMPTY, ...prefilledValues, ...(submission && valuesOf(submission)) };
  const place = submission ? `correct-track-${submission.id}` : 'send-track';
  const ownPackage = submission?.correctable.packageId ?? null;
  const form = useForm<typeof defaultValues, unknown, TrackSubmissionForm>({
    resolver: zodResolver(TrackSubmissionForm) as never, // the schema's input lacks the empty value of the selects
    defaultValues,
  });

  const forget = useKeptForm(form, place);
  const [begunPackage, setBegunPackage, forgetPackage] = useKeptState<number | null>(`${place}-package`, ownPackage, isPackageId);
  const [byLink, setByLink] = useState(submission !== null && ownPackage === null);
  const [isFit, setIsFit] = useState(false);
  const files = { begunPackage, onBegun: (id: number | null) => setBegunPackage(() => id), isFit, onFit: setIsFit };

  const submitForm = form.handleSubmit(async ({ price, ...track }) => {
    const body = { ...track, price: price / 100, recaptchaToken: await botToken('submit_track') };
    const { data, error } = await (submission ? correct({ ...body, id: submission.id }) : submitTrack(body));
    if (data) {
      toast.success(data.message);
      forget();
      if (track.packageId !== null) {
        setBegunPackage(() => null);
        forgetPackage();
      }
      form.reset(defaultValues);
      onSent();
    } else if (!dispatch(sessionHasEnded(error))) {
      toast.error(errorText(error, 'The track was not sent. Please try again.'));
      if (isApiError(error) && error.field && error.field in defaultValues)
        form.setError(error.field as Exclude<Field, 'recaptchaToken'>, { message: error.message }, { shouldFocus: true });
    }
  });

  /** The package stands for the links unless the seller has chosen these. */
  const submit: typeof submitForm = (event) => {
    if (!byLink) for (const link of ['trackFilesLink', 'projectFilesLink'] as const) form.setValue(link, '');
    form.setValue('packageId', !byLink && isFit ? begunPackage : null);
    return submitForm(event);
  };
  return { ...form, submit, files, byLink, setByLink, isCorrection: submission !== null };
}
export type TrackFormState = ReturnType<typeof useTrackForm>;
