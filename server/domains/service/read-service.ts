import type { TermsName } from '#contract/service/particulars.ts'
import type { PublicService, Terms } from '#contract/service/service.ts'
import type { Db } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { currentVersion, isSelling, requestedConsents } from './service-policy.ts'
import {
  readSellingState,
  readSettings,
  readTermsStates,
  readTermsVersions,
} from './service-queries.ts'

/** Reads what the pages show of the service. */
export async function readPublicService(db: Db): Promise<PublicService> {
  const [settings, terms] = await Promise.all([readSettings(db), readTermsStates(db)])
  return {
    ...settings,
    is_selling: isSelling(settings, terms),
    requested_consents: requestedConsents(terms),
  }
}

/** Reads the name of the service. */
export const readServiceName = async (db: Db): Promise<string> => (await readSettings(db)).name

/**
 * Reads a document in the version in force, or in the named one.
 * @throws ProblemError `not_found` if it has no such version
 */
export async function readTerms(
  db: Db,
  name: TermsName,
  requestedVersion: string | undefined,
  now: Date,
): Promise<Terms> {
  const versions = await readTermsVersions(db, name)
  const current = currentVersion(versions, now)
  const shown = requestedVersion
    ? (versions.find(({ effective_on }) => effective_on === requestedVersion) ??
      throwProblem('not_found'))
    : current
  return {
    name,
    versions: versions.map(({ effective_on, note }) => ({ version: effective_on, note })),
    current_version: current?.effective_on ?? null,
    edition: shown ? { ...shown, version: shown.effective_on } : null,
  }
}

/**
 * Checks that the service shows what the law asks of a shop. Called before every order of a member.
 * @throws ProblemError `not_selling`
 */
export async function requireSelling(db: Db): Promise<void> {
  const { settings, terms } = await readSellingState(db)
  if (!isSelling(settings, terms)) throwProblem('not_selling')
}

/** Reads the versions of documents to which members must consent again. */
export const readRequestedConsents = async (db: Db) => requestedConsents(await readTermsStates(db))

/** The version of each document to which a person consents now. */
export async function readCurrentVersions(
  db: Db,
  now: Date,
): Promise<Partial<Record<TermsName, string>>> {
  const states = await readTermsStates(db)
  const names = [...new Set(states.map(({ name }) => name))]
  return Object.fromEntries(
    names.map((name) => [
      name,
      currentVersion(
        states.filter((state) => state.name === name),
        now,
      )?.effective_on,
    ]),
  )
}
