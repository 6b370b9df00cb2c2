const requester = { description: 'Dark, rolling, nothing else.', name: 'Marta Kowalczyk', email: 'marta@example.com' };

export const aTrackOrder = (over: object = {}) => ({
  genre: 'Techno',
  bpm: 132,
  version: 'Instrumental',
  projectFile: 'Yes',
  masterVersion: 'No',
  mixVersion: ['Extended Mix'],
  radioVersion: [],
  example: 'https://soundcloud.com/someone/something',
  ...requester,
  ...over,
});

export const aCoProducing = (over: object = {}) => ({ needs: ['Creat MIDI', 'Arrangement'], link: '', ...requester, ...over });

export const aMixing = (over: object = {}) => ({
  needs: ['Mixing', 'Mastering'],
  stemsCount: 24,
  example: '',
  ...requester,
  ...over,
});
