import { catalogueLimitOf } from '#contract/core/age-limits.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { refreshSessionToken } from '../sessions/sessions.ts'

/**
 * Replaces the token of a session whose profile got another limit on another device, so that cached responses match it
 * (D-102). Only one of several concurrent requests replaces it.
 */
export async function refreshToken({ session, transact, cookie }: RequestContext): Promise<void> {
  if (!session) return
  const limit = session.profile ? catalogueLimitOf(session.profile.age_limit) : '19'
  if (limit === session.token_limit) return
  const opened = await transact((tx) => refreshSessionToken(tx, session))
  if (opened) cookie.give(opened.token, opened.ends)
}
