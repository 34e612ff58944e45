import { accounts } from '#contract/accounts/accounts.ts'
import { second_factor } from '#contract/accounts/second-factor.ts'
import { ApiError } from '#web/api/api-errors.ts'
import { call } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { studioPath } from '#web/routing/studio-paths.ts'
import { homePath } from '#web/routing/paths.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useEffect, useState } from 'react'
import { useRouteLoaderData } from 'react-router'

/** `code` is the current code of the authenticator; null for an account without one. */
export type DemoAccount = {
  email: string
  password: string
  is_staff: boolean
  code: string | null
}

/** Answers on this machine only, and only in the demonstration. @returns null anywhere else. */
async function readAccounts(): Promise<DemoAccount[] | null> {
  const response = await fetch('/dev/accounts.json')
  return response.ok ? ((await response.json()) as DemoAccount[]) : null
}

/**
 * The accounts of the demonstration; null outside of it and until the server has answered. Pages carry only that their server
 * runs one, which never depends on the reader.
 */
export function useDemonstration(): readonly DemoAccount[] | null {
  const root = useRouteLoaderData('root') as { is_demonstration?: boolean } | undefined
  const isOffered = root?.is_demonstration === true
  const [accounts, setAccounts] = useState<DemoAccount[] | null>(null)
  useEffect(() => {
    if (isOffered) readAccounts().then(setAccounts, () => {})
  }, [isOffered])
  return accounts
}

/** Signs in to a demonstration account: the viewer's reloads the page, the staff's opens the studio. */
async function signInToDemonstration(isStaff: boolean) {
  const account = (await readAccounts())?.find(({ is_staff }) => is_staff === isStaff)
  if (!account) return
  const { email, password, code } = account
  await call(accounts.signIn, { body: { email, password } })
  if (!isStaff) {
    const isLogin = location.pathname.startsWith('/accounts/')
    return isLogin ? location.assign(homePath) : location.reload()
  }
  // A code is accepted once: the studio asks for the next one.
  if (code)
    await call(second_factor.verifyCode, { body: { code } }).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
    })
  location.assign(studioPath)
}

/** The two sign-ins by one press. */
export const useDemonstrationSignIn = (isStaff: boolean) =>
  useAsyncAction(
    () => signInToDemonstration(isStaff),
    (error) => void toasts.show(errorMessage(error), 'danger'),
  )
