import { readFileSync, writeFileSync } from 'node:fs';
import { COMPOSE, DEFINITIONS, renderDefinitions, withDefinitions } from '../brokers/broker-definitions';
import { withRules } from '../monitoring/compose-mark';
import { EVENTS_DOC, renderEventsDoc } from './events-doc';
import { OWNERS, renderRequestSamples, samplesFileOf } from './request-samples';

/** Writes everything that is made from the contracts, and the marks of files that a server reads as it starts. Tests compare it with what they would write. */
writeFileSync(EVENTS_DOC, renderEventsDoc());
writeFileSync(DEFINITIONS, renderDefinitions());
writeFileSync(COMPOSE, withRules(withDefinitions(readFileSync(COMPOSE, 'utf8'))));
for (const owner of OWNERS) writeFileSync(samplesFileOf(owner), renderRequestSamples(owner));
