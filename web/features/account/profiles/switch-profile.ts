import type { Profile } from '#contract/accounts/profile-fields.ts'
import { selectProfile } from '#web/api/endpoints/profiles.generated.ts'
import { ApiError } from '#web/api/api-errors.ts'
import { apiRequest } from '#web/api/client.ts'
import { withReauthentication } from '#web/features/account/fields/reauthenticate.tsx'
import { flushUnsentProgress } from '#web/session/progress-outbox.ts'
import { authStore } from '#web/session/auth-store.ts'
import { memberQueryClient } from '#web/session/member-query-client.tsx'
import { openPinDialog } from './pin-dialog.tsx'
import { profilesQuery } from './queries.ts'

/** A change that needs the account's password asks for it in a dialog. */
export const withAccountPassword = <T>(
  attempt: (proof: { password?: string }) => Promise<T>,
  reason?: Parameters<typeof withReauthentication>[1],
) =>
  withReauthentication(
    ({ current_password: password }) => attempt(password === undefined ? {} : { password }),
    reason,
  )

const flushTimeout_ms = 1_500

/**
 * Selects a profile for this session. A dialog asks for its PIN, or for the password to leave a children's profile.
 * @returns whether it is selected; false if the dialog was dismissed.
 */
export async function switchProfile(
  profile: Pick<Profile, 'id' | 'name' | 'has_pin'>,
): Promise<boolean> {
  if (authStore.getState().user.profile?.id === profile.id) return true
  // What this profile has watched offline is saved before the session is another's; the rest waits until it is chosen again.
  await flushUnsentProgress(flushTimeout_ms)
  const known = memberQueryClient.getQueryData(profilesQuery.queryKey)
  const user = profile.has_pin ? await openPinDialog(profile) : await selectOpenProfile(profile)
  if (!user) return false
  authStore.setUser(user)
  // The cache was replaced, but the list is the same for all profiles.
  if (known)
    memberQueryClient.setQueryData(profilesQuery.queryKey, { ...known, current_id: profile.id })
  return true
}

async function selectOpenProfile(profile: Pick<Profile, 'id' | 'name'>) {
  try {
    const result = await withAccountPassword(
      (body) => apiRequest(selectProfile, { params: { id: profile.id }, body }),
      'leave_child_profile',
    )
    return result?.value
  } catch (error) {
    // Another device has locked the profile since the list was loaded.
    const isLocked =
      error instanceof ApiError && error.problem.errors.some(({ field }) => field === 'pin')
    if (!isLocked) throw error
    return openPinDialog(profile)
  }
}
