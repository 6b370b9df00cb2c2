import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import { useState } from 'react';
import { useDraft, useKeepDraft } from '#lib/admin/drafts.ts';
import { errorText, isApiError } from '#lib/calls/api.ts';
import { CHANGED } from '#lib/files/chosen-file.ts';
import { toast } from '#lib/toast.ts';
import { changedSinceChosen, fileProblem, type ChosenFiles, type MediaKind } from './admin-files';
import { uploadId, type UploadOutcome } from '#lib/calls/send-upload.ts';
import { useSound } from '../sound/use-sound';
import { useUpload } from './use-upload';

type Draft = { files: ChosenFiles; id: string };

const NO_FILES: ChosenFiles = { img: null, audio: null };
const MISSING: Record<MediaKind, string> = { img: 'Please choose an image.', audio: 'Please choose an audio file.' };
const isMedia = (field: string | undefined): field is MediaKind => field === 'img' || field === 'audio';

/**
 * The image and the recording in the forms of tracks and demos, sent with progress. `required` are the kinds that must be chosen.
 */
export function useMediaForm({ place, required }: { place: string; required: readonly MediaKind[] }) {
  const draft = useDraft<Draft>(`${place}/files`);
  const [chosenFiles, setChosenFiles] = useState(draft?.files ?? NO_FILES);
  /** One id for all tries of this form, so that the track is added only once even if an answer is lost. */
  const [id] = useState(() => draft?.id ?? uploadId());
  const isChanged = chosenFiles.img !== null || chosenFiles.audio !== null;
  useKeepDraft(`${place}/files`, isChanged, () => ({ files: chosenFiles, id }));
  const [problems, setProblems] = useState<Partial<Record<MediaKind, string>>>({});
  const [refusal, setRefusal] = useState<string>();
  const upload = useUpload(id);
  const unusable = { img: fileProblem('img', chosenFiles.img), audio: fileProblem('audio', chosenFiles.audio) };
  const files = { img: unusable.img ? null : chosenFiles.img, audio: unusable.audio ? null : chosenFiles.audio };

  function choose(kind: MediaKind, file: File | null) {
    setChosenFiles((before) => ({ ...before, [kind]: file }));
    setProblems((before) => ({ ...before, [kind]: undefined }));
  }

  /** Whether all required files are chosen and every chosen file can be used. Marks the missing ones. */
  function complete(): boolean {
    const missing = required.filter((kind) => !chosenFiles[kind]);
    setProblems(Object.fromEntries(missing.map((kind) => [kind, MISSING[kind]])));
    return missing.length === 0 && !unusable.img && !unusable.audio;
  }

  /**
   * Sends the texts and the chosen files with this call. A refusal appears beside its field when `onField` knows the field,
   * otherwise below the form.
   */
  async function send(
    callWith: (form: FormData) => FetchArgs,
    texts: Record<string, string>,
    fallback: string,
    onField: (field: string, message: string) => void,
  ): Promise<UploadOutcome> {
    const form = new FormData();
    for (const [name, value] of Object.entries(texts)) form.append(name, value);
    for (const kind of ['img', 'audio'] as const) if (files[kind]) form.append(kind, files[kind]);
    setRefusal(undefined);
    const outcome = await upload.send(callWith(form));
    if ('cancelled' in outcome) toast.info('The upload was cancelled. Nothing was saved.');
    if ('error' in outcome && isApiError(outcome.error)) {
      const { field } = outcome.error;
      const changedKinds = outcome.error.status === 'NETWORK' ? await changedSinceChosen(files) : [];
      const message = changedKinds.length > 0 ? CHANGED : errorText(outcome.error, fallback);
      const atFault = isMedia(field) ? [field] : changedKinds;
      for (const kind of changedKinds) choose(kind, null);
      if (atFault.length > 0) setProblems(Object.fromEntries(atFault.map((kind) => [kind, message])));
      else if (field) onField(field, message);
      setRefusal(message);
      toast.error(message);
    }
    return outcome;
  }

  return {
    /** The chosen files, even those that cannot be used. */
    chosen: chosenFiles,
    files,
    choose,
    problems: { img: unusable.img ?? problems.img, audio: unusable.audio ?? problems.audio },
    complete,
    send,
    refusal,
    sound: useSound(files.audio),
    isChanged,
    status: upload.status,
    cancel: upload.cancel,
  };
}
