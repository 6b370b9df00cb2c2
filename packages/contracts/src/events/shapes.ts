import { z } from 'zod';
import { PACKAGE_ROLES, SAMPLE_ORIGINS, VOCAL_ORIGINS } from '../constants';

/** Fields that many events share. `version` counts the changes of one object: a copy takes only a newer version than it has. */
export const id = z.int().positive();
export const cents = z.int();
export const version = z.int().positive();
/** The account's own confirmed address; null while the service does not know it, or when the account is gone. */
export const accountEmail = z.string().nullable().default(null);
export const instant = z.iso.datetime();

/** An unfinished matter that keeps an account from being deleted. `message` says what it is and how to end it. */
export const openMatter = z.object({ kind: z.enum(['payment', 'hold', 'dispute', 'balance', 'sale']), message: z.string() });

/** A text that identifies a person: an address, a full name, or the name of their store. */
export const word = z.object({ word: z.string() });

export const person = { name: z.string(), lastName: z.string(), email: z.string(), country: z.string() };

/** The fields that identify a person. An hour after the event was sent, nobody needs them in it any more. */
export const PERSON = ['name', 'lastName', 'email', 'country', 'previousEmail'];

/**
 * The fields that identify a store's owner, and texts about the owner. An hour after the event was sent, nobody needs them in it
 * any more.
 */
export const OWNER = ['name', 'email', 'storeName', 'trackName', 'wantedName', 'contactEmail', 'paidTo', 'reason', 'reference'];

export const owner = z.object({ name: z.string(), email: z.string() }).nullable();

/** Where the sounds of a track come from, as its seller declared; the notes are the seller's words. */
export const soundOrigins = z.object({
  samples: z.enum(SAMPLE_ORIGINS),
  samplesNote: z.string().nullable(),
  vocals: z.enum(VOCAL_ORIGINS),
  vocalsNote: z.string().nullable(),
  unreleased: z.literal(true),
});

/** The seller's own words in it. An hour after the event was sent, nobody needs them in it any more. */
export const ORIGIN_NOTES = ['samplesNote', 'vocalsNote'];

/** The files that a track is delivered with, in the order of their paths. Once a track has them, they no longer change. */
export const trackPackage = z.object({
  id,
  sizeBytes: z.int(),
  hasProject: z.boolean(),
  files: z.array(z.object({ id, path: z.string(), role: z.enum(PACKAGE_ROLES), sizeBytes: z.int(), sha256: z.string() })),
  /** Of the master; `sha256` covers the name of the algorithm too. The previous release sends none. */
  fingerprint: z.object({ algorithm: z.string(), sha256: z.string() }).nullable().optional(),
});

export const aboutStore = { sellerId: id, version, storeName: z.string(), owner };
