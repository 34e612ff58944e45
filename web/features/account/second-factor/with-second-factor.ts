import { isApiError } from '#web/api/api-errors.ts'

/**
 * Makes a call that changes a second factor. If the server requires a verified second factor, a dialog asks for it
 * and the call is repeated. Other errors are thrown.
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
  // Loaded on demand, since only staff have a second factor.
  const { openSecondFactorDialog } = await import('./second-factor-dialog.tsx')
  if (!(await openSecondFactorDialog())) return undefined
  return { value: await attempt() }
}
