import * as z from 'zod/mini'
import {
  Code,
  Email,
  NewPassword,
  PhoneNumber,
  CurrentPassword,
  Username,
} from './account-fields.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { idParams, timestamp, listResponse } from '#contract/core/fields.ts'

/** The member of the specification with D-12's additions. All empty for a session without a member. */
export const User = z.object({
  id: z.nullable(z.int()),
  email: z.string(),
  username: z.string(),
  phonenumber: z.string(),
  profile_image: z.nullable(z.string()),
  event_point: z.int(),
  paid_point: z.int(),
  is_marketing_agreed: z.boolean(),
  is_adult_verified: z.boolean(),
  is_staff: z.boolean(),
})
export type User = z.infer<typeof User>

/** When a code ends, when another may be asked for, and whether its time may still be lengthened. */
export const VerificationCodeStatus = z.object({
  expires_at: timestamp,
  resend_at: timestamp,
  can_extend: z.boolean(),
})
export type VerificationCodeStatus = z.infer<typeof VerificationCodeStatus>

/** Until when what was proven may be used (D-10). */
export const VerificationResult = z.object({ verified_until: timestamp })

/** What this browser session has proven so far, so that a reload keeps it (D-10). */
export const SignUpState = z.object({
  email: z.nullable(z.string()),
  phonenumber: z.nullable(z.string()),
  verified_until: z.nullable(timestamp),
})
export type SignUpState = z.infer<typeof SignUpState>

export const DeviceSession = z.object({
  id: z.int(),
  /** `Chrome · Windows` */
  device: z.string(),
  address: z.string(),
  signed_in_at: timestamp,
  last_seen_at: timestamp,
  is_current: z.boolean(),
})
export type DeviceSession = z.infer<typeof DeviceSession>

export const Passkey = z.object({
  id: z.int(),
  name: z.string(),
  created_at: timestamp,
  last_used_at: z.nullable(timestamp),
})
export type Passkey = z.infer<typeof Passkey>

/** WebAuthn's own JSON forms, which its library checks. */
const WebAuthnJson = z.record(z.string(), z.unknown())

/** D-16: what proves again who is there, needed unless he signed in less than ten minutes ago. */
const again = { current_password: z.optional(CurrentPassword) }

const codeProblems = ['rate_limited', 'too_early'] as const

export const accounts = {
  sendSignupCode: endpoint({
    method: 'POST',
    path: '/api/accounts/signup/email/',
    summary: 'Sends a code to an address, to begin signing up',
    access: 'anyone',
    body: z.strictObject({ email: Email }),
    answer: VerificationCodeStatus,
    status: 202,
    problems: codeProblems,
  }),
  confirmSignupCode: endpoint({
    method: 'PATCH',
    path: '/api/accounts/signup/email/',
    summary: 'Proves the address with its code',
    access: 'anyone',
    body: z.strictObject({ email: Email, code: Code }),
    answer: VerificationResult,
  }),
  sendPhoneCode: endpoint({
    method: 'POST',
    path: '/api/accounts/phone/verification/',
    summary: 'Sends a code to a phone (D-11)',
    access: 'anyone',
    body: z.strictObject({ phonenumber: PhoneNumber }),
    answer: VerificationCodeStatus,
    status: 202,
    problems: codeProblems,
  }),
  confirmPhoneCode: endpoint({
    method: 'PATCH',
    path: '/api/accounts/phone/verification/',
    summary: 'Proves the phone with its code (D-11)',
    access: 'anyone',
    body: z.strictObject({ phonenumber: PhoneNumber, code: Code }),
    answer: VerificationResult,
  }),
  extendCode: endpoint({
    method: 'POST',
    path: '/api/accounts/codes/extension/',
    summary: 'Lengthens the time of the code that was sent, once',
    access: 'anyone',
    body: z.strictObject({ channel: z.enum(['email', 'phone', 'adult']) }),
    answer: VerificationCodeStatus,
    problems: ['conflict'],
  }),
  readSignup: endpoint({
    method: 'GET',
    path: '/api/accounts/signup/',
    summary: 'What this browser session has proven so far (D-10)',
    access: 'anyone',
    answer: SignUpState,
  }),
  signUp: endpoint({
    method: 'POST',
    path: '/api/accounts/signup/',
    summary: 'Makes the member after both codes, and signs him in (D-10)',
    access: 'anyone',
    body: z.strictObject({
      email: Email,
      username: Username,
      phonenumber: PhoneNumber,
      password: NewPassword,
      confirm_password: z.string().check(z.maxLength(1024)),
      terms_of_service: z.boolean(),
      privacy_policy: z.boolean(),
      age_verification: z.boolean(),
      marketing_info: z.boolean(),
    }),
    answer: User,
    status: 201,
    problems: ['verification_required', 'phone_in_use'],
  }),
  logIn: endpoint({
    method: 'POST',
    path: '/api/accounts/login/',
    summary: 'Signs in (D-13)',
    access: 'anyone',
    body: z.strictObject({ email: Email, password: CurrentPassword }),
    answer: User,
    problems: ['invalid_credentials'],
  }),
  logOut: endpoint({
    method: 'POST',
    path: '/api/accounts/logout/',
    summary: 'Ends this session',
    access: 'anyone',
    answer: null,
  }),
  readMe: endpoint({
    method: 'GET',
    path: '/api/accounts/me/',
    summary: 'The member; also the auth check (D-12)',
    access: 'session',
    answer: User,
  }),
  changeMe: endpoint({
    method: 'PATCH',
    path: '/api/accounts/me/',
    summary: 'Changes name, phone (after its code, D-16) or marketing consent (D-20)',
    access: 'member',
    body: z.strictObject({
      username: z.optional(Username),
      phonenumber: z.optional(PhoneNumber),
      is_marketing_agreed: z.optional(z.boolean()),
      ...again,
    }),
    answer: User,
    problems: [
      'reauthentication_required',
      'invalid_credentials',
      'verification_required',
      'phone_in_use',
    ],
  }),
  changePicture: endpoint({
    method: 'POST',
    path: '/api/accounts/me/image/',
    summary: 'Sets the profile picture: the body is the file, JPEG, PNG or WebP',
    access: 'member',
    file: { types: ['image/jpeg', 'image/png', 'image/webp'], max_bytes: 10 * 1024 * 1024 },
    answer: User,
    problems: ['body_too_large', 'unsupported_media_type'],
  }),
  removePicture: endpoint({
    method: 'DELETE',
    path: '/api/accounts/me/image/',
    summary: 'Takes the profile picture away',
    access: 'member',
    answer: User,
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/api/accounts/sessions/',
    summary: 'The devices that are signed in (D-22)',
    access: 'member',
    answer: listResponse(DeviceSession),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/accounts/sessions/{id}/',
    summary: 'Signs a device out (D-22)',
    access: 'member',
    params: idParams,
    answer: null,
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/accounts/sessions/',
    summary: 'Signs every other device out (D-22)',
    access: 'member',
    answer: null,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/accounts/withdrawal/',
    summary: 'Closes the account (D-18)',
    access: 'member',
    body: z.strictObject({
      service_problem: z.boolean(),
      less_function: z.boolean(),
      high_price: z.boolean(),
      // A database's text holds every character but this one.
      user_comment: z.string().check(z.maxLength(1000), z.regex(/^[^\0]*$/)),
      ...again,
    }),
    answer: null,
    problems: ['reauthentication_required', 'invalid_credentials'],
  }),
  recoverId: endpoint({
    method: 'POST',
    path: '/api/accounts/id/recovery/',
    summary: 'Finds the address by name and proven phone (D-14)',
    access: 'anyone',
    body: z.strictObject({ username: Username, phonenumber: PhoneNumber }),
    answer: z.object({ email: z.string(), joined_on: z.iso.date() }),
    problems: ['verification_required', 'account_not_found'],
  }),
  sendPasswordLink: endpoint({
    method: 'POST',
    path: '/api/accounts/password/recovery/',
    summary: 'Sends a link to set a new password; the answer is alike for every address (D-15)',
    access: 'anyone',
    body: z.strictObject({ email: Email }),
    answer: z.object({ valid_minutes: z.int() }),
    status: 202,
  }),
  checkPasswordLink: endpoint({
    method: 'GET',
    path: '/api/accounts/password/recovery/',
    summary: 'Whether a link can still be used (D-15)',
    access: 'anyone',
    query: z.strictObject({
      uidb64: z.string().check(z.minLength(1), z.maxLength(64)),
      token: z.string().check(z.minLength(1), z.maxLength(128)),
    }),
    answer: z.object({ expires_at: timestamp }),
    problems: ['link_invalid'],
  }),
  resetPassword: endpoint({
    method: 'PATCH',
    path: '/api/accounts/password/recovery/',
    summary: 'Sets a new password by the link, and ends every session (D-15)',
    access: 'anyone',
    body: z.strictObject({
      token: z.string().check(z.minLength(1), z.maxLength(128)),
      uidb64: z.string().check(z.minLength(1), z.maxLength(64)),
      new_password: NewPassword,
      confirm_password: z.string().check(z.maxLength(1024)),
    }),
    answer: null,
    problems: ['link_invalid'],
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/accounts/password/change/',
    summary: 'Sets a new password and ends every other session (D-16)',
    access: 'member',
    body: z.strictObject({
      new_password: NewPassword,
      confirm_password: z.string().check(z.maxLength(1024)),
      ...again,
    }),
    answer: null,
    problems: ['reauthentication_required', 'invalid_credentials'],
  }),
  sendAdultCode: endpoint({
    method: 'POST',
    path: '/api/accounts/adult-verification/',
    summary: "Sends a code to the member's own phone, to prove his age (D-23)",
    access: 'member',
    answer: VerificationCodeStatus,
    status: 202,
    problems: codeProblems,
  }),
  verifyAdult: endpoint({
    method: 'PATCH',
    path: '/api/accounts/adult-verification/',
    summary: 'Proves the age by the code and the date of birth, for a year (D-23)',
    access: 'member',
    body: z.strictObject({ code: Code, birth_date: z.iso.date() }),
    answer: User,
    problems: ['under_age'],
  }),
  listPasskeys: endpoint({
    method: 'GET',
    path: '/api/accounts/passkeys/',
    summary: 'The passkeys of the member',
    access: 'member',
    answer: listResponse(Passkey),
  }),
  beginPasskey: endpoint({
    method: 'POST',
    path: '/api/accounts/passkeys/options/',
    summary: 'What the browser needs to make a passkey',
    access: 'member',
    body: z.strictObject({ ...again }),
    answer: WebAuthnJson,
    problems: [
      'reauthentication_required',
      'invalid_credentials',
      'conflict',
      'second_factor_required',
    ],
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/accounts/passkeys/',
    summary: 'Adds the passkey the browser made',
    access: 'member',
    body: z.strictObject({
      name: z
        .string()
        .check(z.trim(), z.minLength(1), z.maxLength(50), z.regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u)),
      response: WebAuthnJson,
    }),
    answer: Passkey,
    status: 201,
    problems: ['passkey_rejected', 'conflict', 'second_factor_required'],
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/api/accounts/passkeys/{id}/',
    summary:
      'Removes a passkey; of staff only with a proven second factor, and never the last factor',
    access: 'member',
    params: idParams,
    answer: null,
    problems: ['second_factor_required', 'last_second_factor'],
  }),
  beginPasskeyLogin: endpoint({
    method: 'POST',
    path: '/api/accounts/login/passkey/options/',
    summary: 'What the browser needs to sign in with a passkey',
    access: 'anyone',
    answer: WebAuthnJson,
  }),
  logInWithPasskey: endpoint({
    method: 'POST',
    path: '/api/accounts/login/passkey/',
    summary: 'Signs in with a passkey',
    access: 'anyone',
    body: z.strictObject({ response: WebAuthnJson }),
    answer: User,
    problems: ['passkey_rejected'],
  }),
}
