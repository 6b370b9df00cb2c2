import { createRequire } from 'node:module';

/**
 * A measured shop loads this before its own code (`node --import`). It counts, for each database, the statements, round trips and
 * commits of the shop, and answers the bench's messages with the counts and the used CPU. BEGIN and COMMIT count as statements.
 * Statements that are sent together make one round trip.
 */
const { Client } = createRequire(process.argv[1])('pg');
const counted = {};

const connect = Client.prototype.connect;
Client.prototype.connect = function (...args) {
  const counts = (counted[this.database] ??= { statements: 0, roundTrips: 0, commits: 0 });
  const { connection } = this;
  let underWay = 0;
  connection.on('commandComplete', ({ text }) => {
    counts.statements += 1;
    if (text === 'COMMIT') counts.commits += 1;
  });
  connection.on('readyForQuery', () => (underWay = Math.max(0, underWay - 1)));
  for (const method of ['query', 'sync'])
    connection[method] = function (...parameters) {
      if (underWay === 0) counts.roundTrips += 1;
      underWay += 1;
      return Object.getPrototypeOf(connection)[method].apply(connection, parameters);
    };
  return connect.apply(this, args);
};

process.on('message', () => process.send({ counted, cpuMicros: total(process.cpuUsage()) }));
process.channel?.unref();

const total = ({ user, system }) => user + system;
