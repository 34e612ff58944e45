import { normalizeText } from '#contract/core/characters.ts'
import type { PublishedTerms } from '#contract/service/staff.ts'
import type { Tx } from '#server/db/client.ts'
import { throwFieldError, throwProblem } from '#server/shared/problem-error.ts'
import { earliestDay, hasConsent } from './service-policy.ts'
import { insertTerms, lockTerms, readTermsVersions } from './service-queries.ts'

/** A tag or a comment. Terms compare numbers in words, so a `<` before a letter is one. */
const htmlTag = /<\/?[a-z!]/i

/**
 * Publishes a version of a document, which is announced until it is in force. Only the first version may be in force at
 * once; a change is announced 7 days before, and 30 if it is to the disadvantage of members (약관규제법, 표준약관).
 * @throws ProblemError `conflict` if the document has a version of that day or of a later one; `invalid_request` for HTML, for a
 * day that is too early and for a consent that members are not asked for
 */
export async function publishTerms(
  tx: Tx,
  terms: Omit<PublishedTerms, 'published_at'>,
  now: Date,
): Promise<PublishedTerms> {
  for (const field of ['lead', 'note', 'context'] as const)
    if (htmlTag.test(terms[field])) throwFieldError(field, 'contains_html')
  if (terms.requires_consent && !hasConsent(terms.name))
    throwFieldError('requires_consent', 'invalid_choice')
  await lockTerms(tx, terms.name)
  const versions = await readTermsVersions(tx, terms.name)
  const [newest] = versions
  if (newest && terms.effective_on <= newest.effective_on) throwProblem('conflict')
  const earliest = earliestDay(versions, terms, now)
  if (earliest && terms.effective_on < earliest.day)
    throwFieldError('effective_on', 'too_early', earliest.notice_days)
  if (!newest && terms.requires_consent) throwFieldError('requires_consent', 'invalid_choice')
  const published = {
    ...terms,
    context: normalizeText(terms.context).replaceAll(/\r\n?/g, '\n'),
    published_at: now.toISOString(),
  }
  await insertTerms(tx, published)
  return published
}
