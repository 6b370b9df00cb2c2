import { useConfigQuery } from '../calls/config-api';

export const PLACE = 'Saint Petersburg, Russia';

const UNTIL_KNOWN = {
  email: 'info@ghostline.example',
  social: {
    Facebook: 'https://www.facebook.com/',
    Instagram: 'https://www.instagram.com/',
    SoundCloud: 'https://soundcloud.com/',
  },
};

/** The configured e-mail address and social pages of the operator. */
export const useContact = () => useConfigQuery().data?.contact ?? UNTIL_KNOWN;
