import type { Caller } from '#server/kernel/handler.ts'
import { closeSession } from './sessions.ts'

/** Ends the session there is, and takes the cookie from a browser in any case. */
export async function logOut({ session, transact, cookie }: Caller) {
  if (session) await transact((tx) => closeSession(tx, session.id))
  cookie.take()
}
