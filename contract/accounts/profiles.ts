import * as z from 'zod/mini'
import { CurrentPassword } from './account-fields.ts'
import { User } from './accounts.ts'
import { AgeLimit, Avatar, CaptionLanguage, Pin, Profile, ProfileName } from './profile-fields.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { idParams, timestamp } from '#contract/core/fields.ts'

/** The account's password, where the change needs it. */
const proof = { password: z.optional(CurrentPassword) }
const proofProblems = ['reauthentication_required', 'invalid_credentials'] as const
/** Problems of a change of a profile. */
const changeProblems = ['child_profile', 'pin_required'] as const

/** The profiles of an account (decisions/0014-profiles). Those of access `profile` act from the session's profile. */
export const profiles = {
  listProfiles: endpoint({
    method: 'GET',
    path: '/api/accounts/profiles/',
    summary: 'Lists the profiles of the account, the first one first',
    access: 'member',
    response: z.object({
      results: z.array(Profile),
      /** The profile of this session; null until one is selected. */
      current_id: z.nullable(z.int()),
    }),
  }),
  createProfile: endpoint({
    method: 'POST',
    path: '/api/accounts/profiles/',
    summary: 'Creates a profile; a limit above that of the session’s profile needs the password',
    access: 'profile',
    body: z.strictObject({
      name: ProfileName,
      avatar: Avatar,
      caption_language: z._default(CaptionLanguage, 'ko'),
      autoplay: z._default(z.boolean(), true),
      /** Defaults to 12 for a children's profile, otherwise to the limit of the session's profile. */
      age_limit: z.optional(AgeLimit),
      is_child: z._default(z.boolean(), false),
      pin: z.optional(Pin),
      ...proof,
    }),
    response: Profile,
    status: 201,
    problems: ['profile_limit_reached', 'child_profile', ...proofProblems],
  }),
  updateProfile: endpoint({
    method: 'PATCH',
    path: '/api/accounts/profiles/{id}/',
    summary:
      'Changes a profile; a higher limit and the end of a children’s profile need the password',
    access: 'profile',
    params: idParams,
    body: z.strictObject({
      name: z.optional(ProfileName),
      avatar: z.optional(Avatar),
      caption_language: z.optional(CaptionLanguage),
      autoplay: z.optional(z.boolean()),
      is_history_paused: z.optional(z.boolean()),
      age_limit: z.optional(AgeLimit),
      is_child: z.optional(z.boolean()),
      ...proof,
    }),
    response: Profile,
    problems: [...changeProblems, ...proofProblems],
  }),
  deleteProfile: endpoint({
    method: 'DELETE',
    path: '/api/accounts/profiles/{id}/',
    summary: 'Deletes a profile with what belongs to it; the first one stays',
    access: 'profile',
    params: idParams,
    response: null,
    problems: [...changeProblems, 'conflict'],
  }),
  setProfilePicture: endpoint({
    method: 'PUT',
    path: '/api/accounts/profiles/{id}/picture/',
    summary: 'Sets the picture of a profile; the body is a JPEG, PNG or WebP file',
    access: 'profile',
    params: idParams,
    file: { types: ['image/jpeg', 'image/png', 'image/webp'], max_bytes: 10 * 1024 * 1024 },
    response: Profile,
    problems: ['body_too_large', 'unsupported_media_type', ...changeProblems],
  }),
  removeProfilePicture: endpoint({
    method: 'DELETE',
    path: '/api/accounts/profiles/{id}/picture/',
    summary: 'Removes the picture of a profile',
    access: 'profile',
    params: idParams,
    response: Profile,
    problems: changeProblems,
  }),
  selectProfile: endpoint({
    method: 'POST',
    path: '/api/accounts/profiles/{id}/select/',
    summary:
      'Selects the profile of this session, by its PIN if it has one; leaving a children’s profile needs the PIN or the ' +
      'password',
    access: 'member',
    params: idParams,
    body: z.strictObject({ pin: z.optional(Pin), ...proof }),
    response: User,
    problems: [...proofProblems, 'conflict'],
  }),
  setProfilePin: endpoint({
    method: 'POST',
    path: '/api/accounts/profiles/{id}/pin/',
    summary: 'Sets, replaces or removes (null) the PIN of a profile by the password',
    access: 'member',
    params: idParams,
    body: z.strictObject({ password: CurrentPassword, pin: z.nullable(Pin) }),
    response: Profile,
    problems: ['invalid_credentials'],
  }),
  createTransferCode: endpoint({
    method: 'POST',
    path: '/api/accounts/profiles/{id}/transfer-code/',
    summary: 'Creates the code that takes history and likes of a profile to another account, once',
    access: 'profile',
    params: idParams,
    response: z.object({ code: z.string(), expires_at: timestamp }),
    status: 201,
    problems: changeProblems,
  }),
  importProfile: endpoint({
    method: 'POST',
    path: '/api/accounts/profiles/import/',
    summary: 'Creates a profile with the history and the likes of another account’s, by its code',
    access: 'profile',
    body: z.strictObject({ code: z.string().check(z.trim(), z.toUpperCase(), z.maxLength(20)) }),
    response: Profile,
    status: 201,
    problems: ['profile_limit_reached', 'child_profile'],
  }),
}
