import type { Service } from '@shop/contracts/constants';
import type { CoProducingForm, MixingMasteringForm, TrackOrderForm } from '@shop/contracts/forms';

export type Wish = { asked: string; answer: string };

const wishes = (answers: [asked: string, answer: string | number | null][]): Wish[] =>
  answers.flatMap(([question, answer]) =>
    answer === null || answer === '' ? [] : [{ asked: question, answer: String(answer) }],
  );

/** The fields of a form and their answers, in the form's order and words, without empty ones. */
export const trackOrderWishes = (form: TrackOrderForm) =>
  wishes([
    ['Genre', form.genre],
    ['BPM', form.bpm],
    ['Version', form.version],
    ['Project File', form.projectFile],
    ['Master Version', form.masterVersion],
    ['Mix Version', form.mixVersion.join(', ')],
    ['Radio Version', form.radioVersion.join(', ')],
    ['Example', form.example],
  ]);

export const coProducingWishes = (form: CoProducingForm) =>
  wishes([
    ['Needs', form.needs.join(', ')],
    ['Link', form.link],
  ]);

export const mixingMasteringWishes = (form: MixingMasteringForm) =>
  wishes([
    ['Needs', form.needs.join(', ')],
    ['Number of Stems', form.stemsCount],
    ['Example', form.example],
  ]);

/** The stored form of a request. */
export type Request = Omit<TrackOrderForm | CoProducingForm | MixingMasteringForm, 'recaptchaToken'>;

/** The wishes of a stored request. */
export function wishesOf(service: Service, request: Request): Wish[] {
  switch (service) {
    case 'music-production':
      return trackOrderWishes(request as TrackOrderForm);
    case 'co-producing':
      return coProducingWishes(request as CoProducingForm);
    case 'mixing-mastering':
      return mixingMasteringWishes(request as MixingMasteringForm);
  }
}
