import { passwordResetLinkMinutes } from '#contract/accounts/account-rules.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { changePassword } from './passwords/change-password.ts'
import { signOutDevice, signOutOtherDevices, listDevices } from './sessions/devices.ts'
import { signInWithPassword, signOut } from './sign-in/sign-in.ts'
import type { AccountsDependencies } from './dependencies.ts'
import { requestPasswordReset, readResetLink, resetPassword } from './recovery/password-reset.ts'
import { hasStartedSignUp } from './verification/code-queries.ts'
import { readSignUpState } from './verification/verified-contacts.ts'
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
import { registerPasskey, beginPasskeyRegistration, removePasskey } from './passkeys/passkeys.ts'
import { findPasskeys } from './passkeys/passkey-queries.ts'
import type { endpoints } from '#contract/index.ts'

const emptySignUpState: SignUpState = { email: null, phonenumber: null, verified_until: null }

export function accountsHandlers(deps: AccountsDependencies): Handlers<typeof endpoints.accounts> {
  const { encryption } = deps
  return {
    // Sign-in, sign-out, devices and passwords.
    logIn: async (call) => toUser(await signInWithPassword(deps, call), encryption, call.now),
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
      await requestPasswordReset(deps, call, call.body.email)
      return { valid_minutes: passwordResetLinkMinutes }
    },
    async checkPasswordLink({ db, query, now }) {
      const { expires_at } = await readResetLink(db, query, now)
      return { expires_at }
    },
    async resetPassword(call) {
      await resetPassword(deps, call)
      return null
    },
    async changePassword(call) {
      await changePassword(deps, call)
      return null
    },

    // Verification codes, sign-up and e-mail recovery.
    sendSignupCode: (call) => sendEmailCode(call, deps, call.body.email),
    confirmSignupCode: (call) =>
      confirmCode(call, deps, { channel: 'email', target: call.body.email, code: call.body.code }),
    sendPhoneCode: (call) => sendPhoneCode(call, deps, 'phone', call.body.phonenumber),
    confirmPhoneCode: (call) =>
      confirmCode(call, deps, {
        channel: 'phone',
        target: call.body.phonenumber,
        code: call.body.code,
      }),
    extendCode: (call) => extendCode(call, call.body.channel),
    readSignup: async ({ db, session, now }) =>
      session ? readSignUpState(db, encryption, { session_id: session.id, now }) : emptySignUpState,
    signUp: (call) => signUp(call, deps, call.body),
    recoverId: (call) => recoverEmail(call, deps, call.body),

    // Profile changes, age verification and account deletion.
    changeMe: async (call) =>
      toUser(await updateProfile(deps, requireMember(call), call.body), encryption, call.now),
    changePicture: withUploadGuard(
      (caller) => checkImageUploadAllowed(deps, requireMember(caller)),
      async (call) =>
        toUser(await setProfileImage(deps, requireMember(call), call.file), encryption, call.now),
    ),
    removePicture: async (call) =>
      toUser(await removeProfileImage(deps, requireMember(call)), encryption, call.now),
    async withdraw(call) {
      await deleteAccount(deps, requireMember(call), call.body)
      return null
    },
    sendAdultCode: async (call) => sendAgeVerificationCode(deps, requireMember(call)),
    verifyAdult: async (call) =>
      toUser(await verifyAge(deps, requireMember(call), call.body), encryption, call.now),

    // Passkeys (WebAuthn Level 3); the JSON is that of SimpleWebAuthn.
    async listPasskeys(call) {
      const results = await findPasskeys(call.db, requireMember(call).member.id)
      return { count: results.length, results }
    },
    beginPasskey: async (call) => beginPasskeyRegistration(deps, requireMember(call), call.body),
    addPasskey: async (call) => registerPasskey(deps, requireMember(call), call.body),
    async removePasskey(call) {
      await removePasskey(deps, requireMember(call), call.params.id)
      return null
    },
    beginPasskeyLogin: async (call) => beginPasskeySignIn(deps, call),
    logInWithPasskey: async (call) =>
      toUser(await signInWithPasskey(deps, call, call.body.response), encryption, call.now),
  }
}
