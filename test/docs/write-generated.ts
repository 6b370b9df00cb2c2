import { readFileSync, writeFileSync } from 'node:fs';
import { COMPOSE, DEFINITIONS, renderDefinitions, withDefinitions } from '../brokers/broker-definitions';
import { withRules } from '../monitoring/compose-mark';
import { CONFIGURATION_DOC, ENV_EXAMPLE, renderConfigurationDoc, renderEnvExample } from './configuration-doc';
import { EVENTS_DOC, renderEventsDoc } from './events-doc';
import { OWNERS, renderRequestSamples, samplesFileOf } from './request-samples';
import { pagesWithParts } from './written-parts';

/**
 * Writes all files that are generated from the contracts and from the schemas of the variables, and the marks of files that a
 * server reads at its start. Tests compare the files with the same output.
 */
writeFileSync(CONFIGURATION_DOC, renderConfigurationDoc());
writeFileSync(ENV_EXAMPLE, renderEnvExample());
writeFileSync(EVENTS_DOC, renderEventsDoc());
for (const { file, written } of pagesWithParts()) writeFileSync(file, written);
writeFileSync(DEFINITIONS, renderDefinitions());
writeFileSync(COMPOSE, withRules(withDefinitions(readFileSync(COMPOSE, 'utf8'))));
for (const owner of OWNERS) writeFileSync(samplesFileOf(owner), renderRequestSamples(owner));
