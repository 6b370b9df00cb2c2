/** Where the shop can be reached. */
export const CONTACT = {
  place: 'Saint Petersburg, Russia',
  email: 'info@ghostline.example',
  social: {
    Facebook: 'https://www.facebook.com/',
    Instagram: 'https://www.instagram.com/',
    SoundCloud: 'https://soundcloud.com/',
  },
} as const;
