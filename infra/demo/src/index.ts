export { demoTracks } from './catalogue/demo-tracks';
export { soldTracks } from './catalogue/sold-tracks';
export { DEMO_PASSWORD } from './shop/demo-accounts';
export { demoAccounts } from './shop/demo-people';
export { haveDemoPackages } from './shop/demo-packages';
export { seedDemo } from './shop/seed-demo';
