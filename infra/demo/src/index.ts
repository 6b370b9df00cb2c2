export { demoTracks, type DemoTrack } from './catalogue/demo-tracks';
export { soldTracks } from './catalogue/sold-tracks';
export { serviceDemos, type ServiceDemo } from './catalogue/service-demos';
export { renderCover } from './covers/render-cover';
export { leaveKnownPasswords, seedDemo, type SeedOptions } from './shop/seed-demo';
export { factsOfServiceDemo, factsOfTrack, type LoopFacts } from './sound/loop-facts';
export { openLoopRenderer, type LoopRenderer } from './sound/loop-renderer';
export { renderLoop } from './sound/render-loop';
export { wavOf } from './sound/wav';
