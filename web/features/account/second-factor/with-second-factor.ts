import { isApiError } from '#web/api/error-message.ts'

/** Key of the query that says whether this session has proven a second factor. */
export const secondFactorKey = ['second factor'] as const

/**
 * Makes a call that changes a second factor. If the server wants a factor of a staff member proven first, a dialog asks
 * for it and the call is made again. Every other refusal is thrown.
 * @returns `{ value }`, or undefined if the dialog was dismissed.
 */
export async function withSecondFactor<T>(
  attempt: () => Promise<T>,
): Promise<{ value: T } | undefined> {
  try {
    return { value: await attempt() }
  } catch (error) {
    if (!isApiError(error, 'second_factor_required')) throw error
  }
  // Members have no second factor, so that its code is loaded only here.
  const { openSecondFactorDialog } = await import('./second-factor-dialog.tsx')
  if (!(await openSecondFactorDialog())) return undefined
  return { value: await attempt() }
}
