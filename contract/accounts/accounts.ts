import { multilineText, nameText } from '#contract/core/text-fields.ts'
import * as z from 'zod/mini'
import {
  Code,
  Email,
  NewPassword,
  PhoneNumber,
  CurrentPassword,
  Username,
} from './account-fields.ts'
import { DeviceSession, Passkey } from './devices.ts'
import { SelectedProfile } from './profile-fields.ts'
import { accountAccess, endpoint } from '#contract/core/endpoint.ts'
import { bigIdParams, timestamp, listResponse } from '#contract/core/fields.ts'
import { staffRoles } from '#contract/core/staff-roles.ts'

/** The member of the specification, with what the pages add to it. Every field is empty in a guest session. */
export const User = z.object({
  id: z.nullable(z.int()),
  email: z.string(),
  username: z.string(),
  phonenumber: z.string(),
  /** The uploaded picture of the session's profile. */
  profile_image: z.nullable(z.string()),
  event_point: z.int(),
  paid_point: z.int(),
  is_marketing_agreed: z.boolean(),
  is_adult_verified: z.boolean(),
  /** Mail to the address, or SMS to the number, does not arrive: the member has to correct it. */
  is_email_failing: z.boolean(),
  is_phone_failing: z.boolean(),
  is_staff: z.boolean(),
  /** Null unless the member is staff. */
  staff_role: z.nullable(z.enum(staffRoles)),
  /** The profile of this session; null until one is selected. Absent in a guest session, as is the count. */
  profile: z.optional(z.nullable(SelectedProfile)),
  profile_count: z.optional(z.int()),
})
export type User = z.infer<typeof User>

/** The lifetime of a code, the earliest resend, and whether the lifetime can still be extended. */
export const VerificationCodeStatus = z.object({
  expires_at: timestamp,
  resend_at: timestamp,
  can_extend: z.boolean(),
})
export type VerificationCodeStatus = z.infer<typeof VerificationCodeStatus>

/** The end of the verification. */
export const VerificationResult = z.object({ verified_until: timestamp })

/** Contacts verified in this browser session, so that a reload keeps them. */
export const SignUpState = z.object({
  email: z.nullable(z.string()),
  phonenumber: z.nullable(z.string()),
  verified_until: z.nullable(timestamp),
  /** False where the operator does without codes by SMS: a number is then taken as given. */
  verifies_phone: z.boolean(),
})
export type SignUpState = z.infer<typeof SignUpState>

/** A WebAuthn JSON object; the WebAuthn library validates it. */
const WebAuthnJson = z.record(z.string(), z.unknown())

/** Required unless the member signed in within `reauthenticationWindowSeconds`. */
const reauthentication = { current_password: z.optional(CurrentPassword) }

const codeProblems = ['rate_limited', 'resend_too_soon'] as const

export const accounts = {
  sendSignUpCode: endpoint({
    method: 'POST',
    path: '/api/accounts/signup/email/',
    summary: 'Sends a verification code to an e-mail address for sign-up',
    access: 'anyone',
    body: z.strictObject({ email: Email }),
    response: VerificationCodeStatus,
    status: 202,
    problems: codeProblems,
  }),
  confirmSignUpCode: endpoint({
    method: 'PATCH',
    path: '/api/accounts/signup/email/',
    summary: 'Verifies the e-mail address with its code',
    access: 'anyone',
    body: z.strictObject({ email: Email, code: Code }),
    response: VerificationResult,
  }),
  sendPhoneCode: endpoint({
    method: 'POST',
    path: '/api/accounts/phone/verification/',
    summary: 'Sends a verification code to a phone',
    access: 'anyone',
    body: z.strictObject({ phonenumber: PhoneNumber }),
    /** With `PHONE_VERIFICATION=off` no code is sent, and the number counts as verified until this time. */
    response: z.extend(VerificationCodeStatus, { verified_until: z.nullable(timestamp) }),
    status: 202,
    problems: codeProblems,
  }),
  confirmPhoneCode: endpoint({
    method: 'PATCH',
    path: '/api/accounts/phone/verification/',
    summary: 'Verifies the phone with its code',
    access: 'anyone',
    body: z.strictObject({ phonenumber: PhoneNumber, code: Code }),
    response: VerificationResult,
  }),
  extendCode: endpoint({
    method: 'POST',
    path: '/api/accounts/codes/extension/',
    summary: 'Extends the lifetime of the sent code, once',
    access: 'anyone',
    body: z.strictObject({ channel: z.enum(['email', 'phone', 'adult']) }),
    response: VerificationCodeStatus,
    problems: ['conflict'],
  }),
  readSignUp: endpoint({
    method: 'GET',
    path: '/api/accounts/signup/',
    summary: 'Returns the contacts verified in this browser session',
    access: 'anyone',
    response: SignUpState,
  }),
  signUp: endpoint({
    method: 'POST',
    path: '/api/accounts/signup/',
    summary: 'Creates the member after both verifications, and signs in',
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
    response: User,
    status: 201,
    problems: ['verification_required', 'phone_in_use'],
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/accounts/login/',
    summary: 'Signs in',
    access: 'anyone',
    body: z.strictObject({ email: Email, password: CurrentPassword }),
    is_open_in_maintenance: true,
    response: User,
    problems: ['invalid_credentials', 'account_suspended', 'deletion_scheduled'],
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/api/accounts/logout/',
    summary: 'Ends this session',
    access: 'anyone',
    is_open_in_maintenance: true,
    response: null,
  }),
  readMe: endpoint({
    method: 'GET',
    path: '/api/accounts/me/',
    summary: 'Returns the current member; also the auth check',
    access: 'session',
    is_open_in_maintenance: true,
    response: User,
  }),
  updateMe: endpoint({
    method: 'PATCH',
    path: '/api/accounts/me/',
    summary: 'Changes the name, the phone (after verification) or the marketing consent',
    ...accountAccess,
    body: z.strictObject({
      username: z.optional(Username),
      phonenumber: z.optional(PhoneNumber),
      is_marketing_agreed: z.optional(z.boolean()),
      ...reauthentication,
    }),
    response: User,
    problems: [
      'reauthentication_required',
      'invalid_credentials',
      'verification_required',
      'phone_in_use',
    ],
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/api/accounts/sessions/',
    summary: 'Lists the signed-in devices',
    ...accountAccess,
    response: listResponse(DeviceSession),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/accounts/sessions/{id}/',
    summary: 'Signs out a device',
    ...accountAccess,
    params: bigIdParams,
    response: null,
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/accounts/sessions/',
    summary: 'Signs out every other device',
    ...accountAccess,
    response: null,
  }),
  confirmPassword: endpoint({
    method: 'POST',
    path: '/api/accounts/password/confirmation/',
    summary: 'Checks the current password, before a decision that needs it',
    ...accountAccess,
    body: z.strictObject({ current_password: CurrentPassword }),
    response: null,
    problems: ['invalid_credentials'],
  }),
  scheduleDeletion: endpoint({
    method: 'POST',
    path: '/api/accounts/withdrawal/',
    summary: 'Signs out everywhere and schedules the deletion of the account',
    ...accountAccess,
    body: z.strictObject({
      service_problem: z.boolean(),
      less_function: z.boolean(),
      high_price: z.boolean(),
      user_comment: multilineText({ min: 0, max: 1_000 }),
      ...reauthentication,
    }),
    response: z.object({ deletes_at: timestamp }),
    problems: ['reauthentication_required', 'invalid_credentials', 'last_owner'],
  }),
  cancelDeletion: endpoint({
    method: 'POST',
    path: '/api/accounts/withdrawal/cancellation/',
    summary: 'Undoes the deletion of the account with the token of a sign-in, and signs in',
    access: 'anyone',
    body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(128)) }),
    response: User,
    problems: ['invalid_link'],
  }),
  recoverEmail: endpoint({
    method: 'POST',
    path: '/api/accounts/id/recovery/',
    summary: 'Finds the e-mail address by name and verified phone',
    access: 'anyone',
    body: z.strictObject({ username: Username, phonenumber: PhoneNumber }),
    response: z.object({ email: z.string(), joined_on: z.iso.date() }),
    problems: ['verification_required', 'account_not_found', 'phone_verification_off'],
  }),
  requestPasswordReset: endpoint({
    method: 'POST',
    path: '/api/accounts/password/recovery/',
    summary: 'Sends a password reset link; the response is the same for every address',
    access: 'anyone',
    body: z.strictObject({ email: Email }),
    response: z.object({ valid_minutes: z.int() }),
    status: 202,
  }),
  checkPasswordReset: endpoint({
    method: 'GET',
    path: '/api/accounts/password/recovery/',
    summary: 'Checks whether a password reset link is still valid',
    access: 'anyone',
    query: z.strictObject({
      uidb64: z.string().check(z.minLength(1), z.maxLength(64)),
      token: z.string().check(z.minLength(1), z.maxLength(128)),
    }),
    /** `email` is the address to which the link was sent. */
    is_open_in_maintenance: true,
    response: z.object({ expires_at: timestamp, email: z.string() }),
    problems: ['invalid_link'],
  }),
  resetPassword: endpoint({
    method: 'PATCH',
    path: '/api/accounts/password/recovery/',
    summary: 'Sets a new password with the link and ends every session',
    access: 'anyone',
    body: z.strictObject({
      token: z.string().check(z.minLength(1), z.maxLength(128)),
      uidb64: z.string().check(z.minLength(1), z.maxLength(64)),
      new_password: NewPassword,
      confirm_password: z.string().check(z.maxLength(1024)),
    }),
    is_open_in_maintenance: true,
    response: null,
    problems: ['invalid_link'],
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/accounts/password/change/',
    summary: 'Sets a new password and ends every other session',
    ...accountAccess,
    body: z.strictObject({
      new_password: NewPassword,
      confirm_password: z.string().check(z.maxLength(1024)),
      ...reauthentication,
    }),
    response: null,
    problems: ['reauthentication_required', 'invalid_credentials'],
  }),
  sendAgeVerificationCode: endpoint({
    method: 'POST',
    path: '/api/accounts/adult-verification/',
    summary: "Sends a code to the member's own phone for age verification",
    ...accountAccess,
    response: VerificationCodeStatus,
    status: 202,
    problems: [...codeProblems, 'verification_required', 'phone_verification_off'],
  }),
  verifyAge: endpoint({
    method: 'PATCH',
    path: '/api/accounts/adult-verification/',
    summary: 'Verifies the age with the code and the date of birth; valid for a year',
    ...accountAccess,
    body: z.strictObject({ code: Code, birth_date: z.iso.date() }),
    response: User,
    problems: ['under_age', 'phone_verification_off'],
  }),
  listPasskeys: endpoint({
    method: 'GET',
    path: '/api/accounts/passkeys/',
    summary: 'Lists the passkeys of the member',
    ...accountAccess,
    response: listResponse(Passkey),
  }),
  createPasskeyOptions: endpoint({
    method: 'POST',
    path: '/api/accounts/passkeys/options/',
    summary: 'Returns the WebAuthn options to create a passkey',
    ...accountAccess,
    body: z.strictObject({ ...reauthentication }),
    response: WebAuthnJson,
    problems: [
      'reauthentication_required',
      'invalid_credentials',
      'conflict',
      'second_factor_required',
    ],
  }),
  registerPasskey: endpoint({
    method: 'POST',
    path: '/api/accounts/passkeys/',
    summary: 'Adds a passkey',
    ...accountAccess,
    body: z.strictObject({
      name: nameText({ min: 1, max: 50 }),
      response: WebAuthnJson,
    }),
    response: Passkey,
    status: 201,
    problems: ['passkey_rejected', 'conflict', 'second_factor_required'],
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/api/accounts/passkeys/{id}/',
    summary:
      'Removes a passkey; staff need a verified second factor and cannot remove the last one',
    ...accountAccess,
    params: bigIdParams,
    response: null,
    problems: ['second_factor_required', 'last_second_factor'],
  }),
  createSignInPasskeyOptions: endpoint({
    method: 'POST',
    path: '/api/accounts/login/passkey/options/',
    summary: 'Returns the WebAuthn options to sign in with a passkey',
    access: 'anyone',
    is_open_in_maintenance: true,
    response: WebAuthnJson,
  }),
  signInWithPasskey: endpoint({
    method: 'POST',
    path: '/api/accounts/login/passkey/',
    summary: 'Signs in with a passkey',
    access: 'anyone',
    body: z.strictObject({ response: WebAuthnJson }),
    is_open_in_maintenance: true,
    response: User,
    problems: ['passkey_rejected', 'account_suspended', 'deletion_scheduled'],
  }),
}
