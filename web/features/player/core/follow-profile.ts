import { captionLanguages } from '#contract/accounts/profile-rules.ts'
import { updateProfile } from '#web/api/endpoints/profiles.generated.ts'
import { apiRequest } from '#web/api/client.ts'
import { authStore } from '#web/session/auth-store.ts'
import type { PlayerStore } from './media-state.ts'
import type { PlayerPreferences } from './preferences.ts'

/**
 * Applies the profile's language of captions, and saves another choice made in the player to the profile. That of a
 * children's profile lasts for the visit, since it changes no profile.
 * @returns stops saving.
 */
export function followProfile(preferences: PlayerStore<PlayerPreferences>): () => void {
  const { profile } = authStore.getState().user
  if (!profile) return () => {}
  let saved = profile.caption_language
  preferences.setState({ caption: saved === 'off' ? null : saved })
  return preferences.subscribe(({ caption }) => {
    const language = captionLanguages.find((known) => known === (caption ?? 'off'))
    if (!language || language === saved || profile.is_child) return
    saved = language
    apiRequest(updateProfile, {
      params: { id: profile.id },
      body: { caption_language: language },
    }).then(
      () => void authStore.checkAuth(),
      // The choice holds until the player is left.
      () => {},
    )
  })
}
