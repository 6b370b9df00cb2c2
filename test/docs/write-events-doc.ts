import { readFileSync, writeFileSync } from 'node:fs';
import { COMPOSE, DEFINITIONS, renderDefinitions, withDefinitions } from '../brokers/broker-definitions';
import { EVENTS_DOC, renderEventsDoc } from './events-doc';

writeFileSync(EVENTS_DOC, renderEventsDoc());
writeFileSync(DEFINITIONS, renderDefinitions());
writeFileSync(COMPOSE, withDefinitions(readFileSync(COMPOSE, 'utf8')));
