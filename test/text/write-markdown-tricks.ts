import { writeFileSync } from 'node:fs';
import { asData, markdownTricks, TRICKS_FILE } from './markdown-tricks';

writeFileSync(TRICKS_FILE, asData(markdownTricks()));
