import { passwordResetLinkMinutes } from '#contract/accounts/account-rules.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { changePassword } from './passwords/change-password.ts'
import { signOutDevice, signOutOtherDevices, listDevices } from './sessions/devices.ts'
import { signInWithPassword, signOut } from './sign-in/sign-in.ts'
import type { AccountsDependencies } from './dependencies.ts'
import { requestPasswordReset, findResetLink, resetPassword } from './recovery/password-reset.ts'
import { hasStartedSignUp, readSignUpState } from './verification/verified-contacts.ts'
import { toUser, requireMember } from './members.ts'
import type { SignUpState } from '#contract/accounts/accounts.ts'
import { confirmCode, extendCode } from './verification/confirm-code.ts'
import { recoverEmail } from './recovery/recover-email.ts'
import { sendEmailCode, sendPhoneCode } from './verification/send-code.ts'
import { signUp } from './sign-up/sign-up.ts'
import { withUploadGuard, type Handlers } from '#server/api/handler.ts'
import { updateProfile } from './profile/update-profile.ts'
import {
  checkImageUploadAllowed,
  setProfileImage,
  removeProfileImage,
} from './profile/profile-image.ts'
import { sendAgeVerificationCode, verifyAge } from './verification/verify-age.ts'
import { deleteAccount } from './profile/delete-account.ts'
import { beginPasskeySignIn, signInWithPasskey } from './sign-in/sign-in-with-passkey.ts'
import {
  registerPasskey,
  beginPasskeyRegistration,
  listPasskeys,
  removePasskey,
} from './passkeys/passkeys.ts'
import type { endpoints } from '#contract/index.ts'

type SignInCalls = Pick<
  AccountCalls,
  | 'logIn'
  | 'logOut'
  | 'readMe'
  | 'listSessions'
  | 'endSession'
  | 'endOtherSessions'
  | 'sendPasswordLink'
  | 'checkPasswordLink'
  | 'resetPassword'
  | 'changePassword'
>

/** Sign-in, sign-out, devices and passwords. */
export function signInHandlers(parts: AccountsDependencies): SignInCalls {
  const { encryption } = parts
  return {
    logIn: async (call) => toUser(await signInWithPassword(parts, call), encryption, call.now),
    async logOut(call) {
      await signOut(call)
      return null
    },
    async readMe({ db, member, session, now }) {
      if (!member && !(session && (await hasStartedSignUp(db, session.id))))
        throwProblem('authentication_required')
      return toUser(member, encryption, now)
    },
    listSessions: listDevices,
    async endSession(call) {
      await signOutDevice(call, call.params.id)
      return null
    },
    async endOtherSessions(call) {
      await signOutOtherDevices(call)
      return null
    },
    async sendPasswordLink(call) {
      await requestPasswordReset(parts, call, call.body.email)
      return { valid_minutes: passwordResetLinkMinutes }
    },
    async checkPasswordLink({ db, query, now }) {
      const link = (await findResetLink(db, query, now)) ?? throwProblem('link_invalid')
      return { expires_at: link.expires_at }
    },
    async resetPassword(call) {
      await resetPassword(parts, call)
      return null
    },
    async changePassword(call) {
      await changePassword(parts, call)
      return null
    },
  }
}

type SignUpCalls = Pick<
  AccountCalls,
  | 'sendSignupCode'
  | 'confirmSignupCode'
  | 'sendPhoneCode'
  | 'confirmPhoneCode'
  | 'extendCode'
  | 'readSignup'
  | 'signUp'
  | 'recoverId'
>

const emptySignUpState: SignUpState = { email: null, phonenumber: null, verified_until: null }

/** Verification codes, sign-up and e-mail recovery. */
export function signUpHandlers(parts: AccountsDependencies): SignUpCalls {
  return {
    sendSignupCode: (call) => sendEmailCode(call, parts, call.body.email),
    confirmSignupCode: (call) =>
      confirmCode(call, parts, { channel: 'email', target: call.body.email, code: call.body.code }),
    sendPhoneCode: (call) => sendPhoneCode(call, parts, 'phone', call.body.phonenumber),
    confirmPhoneCode: (call) =>
      confirmCode(call, parts, {
        channel: 'phone',
        target: call.body.phonenumber,
        code: call.body.code,
      }),
    extendCode: (call) => extendCode(call, call.body.channel),
    readSignup: async ({ db, session, now }) =>
      session
        ? readSignUpState(db, parts.encryption, { session_id: session.id, now })
        : emptySignUpState,
    signUp: (call) => signUp(call, parts, call.body),
    recoverId: (call) => recoverEmail(call, parts, call.body),
  }
}

type ProfileCalls = Pick<
  AccountCalls,
  'changeMe' | 'changePicture' | 'removePicture' | 'withdraw' | 'sendAdultCode' | 'verifyAdult'
>

/** Profile changes, age verification and account deletion. */
export function profileHandlers(parts: AccountsDependencies): ProfileCalls {
  const { encryption } = parts
  return {
    changeMe: async (call) =>
      toUser(await updateProfile(parts, requireMember(call), call.body), encryption, call.now),
    changePicture: withUploadGuard(
      (caller) => checkImageUploadAllowed(parts, requireMember(caller)),
      async (call) =>
        toUser(await setProfileImage(parts, requireMember(call), call.file), encryption, call.now),
    ),
    removePicture: async (call) =>
      toUser(await removeProfileImage(parts, requireMember(call)), encryption, call.now),
    async withdraw(call) {
      await deleteAccount(parts, requireMember(call), call.body)
      return null
    },
    sendAdultCode: async (call) => sendAgeVerificationCode(parts, requireMember(call)),
    verifyAdult: async (call) =>
      toUser(await verifyAge(parts, requireMember(call), call.body), encryption, call.now),
  }
}

type PasskeyCalls = Pick<
  AccountCalls,
  | 'listPasskeys'
  | 'beginPasskey'
  | 'addPasskey'
  | 'removePasskey'
  | 'beginPasskeyLogin'
  | 'logInWithPasskey'
>

/** Passkeys (WebAuthn Level 3); the JSON is that of SimpleWebAuthn. */
export function passkeyHandlers(parts: AccountsDependencies): PasskeyCalls {
  return {
    listPasskeys: async (call) => listPasskeys(call.db, requireMember(call).member.id),
    beginPasskey: async (call) => beginPasskeyRegistration(parts, requireMember(call), call.body),
    addPasskey: async (call) => registerPasskey(parts, requireMember(call), call.body),
    async removePasskey(call) {
      await removePasskey(parts, requireMember(call), call.params.id)
      return null
    },
    beginPasskeyLogin: async (call) => beginPasskeySignIn(parts, call),
    logInWithPasskey: async (call) =>
      toUser(await signInWithPasskey(parts, call, call.body.response), parts.encryption, call.now),
  }
}

export type AccountCalls = Handlers<typeof endpoints.accounts>

export function accountsHandlers(parts: AccountsDependencies): AccountCalls {
  return {
    ...signUpHandlers(parts),
    ...signInHandlers(parts),
    ...profileHandlers(parts),
    ...passkeyHandlers(parts),
  }
}
