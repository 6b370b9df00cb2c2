import { useConfigQuery } from './configApi';

/** Where the house is (spec 1 §2). */
export const PLACE = 'Saint Petersburg, Russia';

const UNTIL_KNOWN = {
  email: 'info@ghostline.example',
  social: {
    Facebook: 'https://www.facebook.com/',
    Instagram: 'https://www.instagram.com/',
    SoundCloud: 'https://soundcloud.com/',
  },
};

/** The house's address for mail and its social pages, as configured. */
export const useContact = () => useConfigQuery().data?.contact ?? UNTIL_KNOWN;
