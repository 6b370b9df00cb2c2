// The first script of every page. It stands in the page itself (web/build/plugins.ts), so that it notices when another file fails
// to load.
import { recordActs } from './kept-acts';
import { loadAppOncePainted } from './load-app';
import { watchForLosses } from './lost';

watchForLosses();
// The header keeps a place for the name of a logged-in user, so that nothing moves when the name comes (Header.module.css).
if (/(?:^|;\s*)userId=\d/.test(document.cookie)) document.documentElement.dataset.known = '';
loadAppOncePainted();
recordActs();
