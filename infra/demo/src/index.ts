export { demoTracks } from './catalogue/demo-tracks';
export { soldTracks } from './catalogue/sold-tracks';
export { demoBuyer } from './shop/demo-accounts';
export { leaveKnownPasswords, seedDemo } from './shop/seed-demo';
