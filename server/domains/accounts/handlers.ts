import { passwordResetLinkMinutes } from '#contract/accounts/account-rules.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { changePassword } from './passwords/change-password.ts'
import { signOutDevice, signOutOtherDevices, listDevices } from './sessions/sessions.ts'
import {
  beginPasskeySignIn,
  signInWithPasskey,
  signInWithPassword,
  signOut,
  reauthenticate,
} from './sign-in/sign-in.ts'
import type { AccountsDependencies } from './dependencies.ts'
import { requestPasswordReset, readResetLink, resetPassword } from './recovery/password-reset.ts'
import { findCode } from './verification/code-queries.ts'
import { toUser, requireMember, requireStaffMember } from './members.ts'
import { readSecondFactor } from './second-factor/factors.ts'
import {
  beginTotpEnrollment,
  confirmTotpEnrollment,
  beginPasskeyVerification,
  verifySecondFactorByCode,
  verifySecondFactorByPasskey,
} from './second-factor/verify-second-factor.ts'
import {
  confirmCode,
  extendCode,
  readVerifiedContacts,
  sendAgeVerificationCode,
  verifyAge,
  sendEmailCode,
  sendPhoneCode,
} from './verification/verify-contact.ts'
import { recoverEmail } from './recovery/recover-email.ts'
import { signUp } from './sign-up/sign-up.ts'
import type { Member, RequestContext } from '#server/api/request-context.ts'
import { withUploadGuard, type Handlers } from '#server/api/handler.ts'
import { updateDetails } from './personal-details/update-details.ts'
import { checkImageUploadAllowed } from './personal-details/profile-image.ts'
import { cancelDeletion } from './deletion/cancel-deletion.ts'
import { scheduleDeletion } from './deletion/delete-account.ts'
import { registerPasskey, beginPasskeyRegistration, removePasskey } from './passkeys/passkeys.ts'
import { refreshToken, selectProfile } from './profiles/select-profile.ts'
import {
  changeProfile,
  createProfile,
  removeProfile,
  setPin,
  removePicture,
  setPicture,
  createTransferCode,
  importProfile,
} from './profiles/manage-profiles.ts'
import {
  createProfilesFinder,
  findProfiles,
  selectionOf,
  toProfile,
} from './profiles/profile-queries.ts'
import { guestUser } from '#contract/accounts/guest-user.ts'
import {
  beginIdentityVerification,
  confirmIdentityVerification,
  readAgeVerification,
} from './identity/verify-identity.ts'
import { findPasskeys } from './passkeys/passkey-queries.ts'
import type { endpoints } from '#contract/index.ts'

const emptySignUpState = { email: null, phonenumber: null, verified_until: null }

const toNull = (work: Promise<void>) => work.then(() => null)

export function accountsHandlers(deps: AccountsDependencies): Handlers<typeof endpoints.accounts> {
  const { encryption } = deps
  const findProfilesTogether = createProfilesFinder()
  const respond = async ({ db, now }: RequestContext, member: Member, profile_id: number | null) =>
    toUser(
      member,
      selectionOf(await findProfilesTogether(db, member.id), profile_id),
      encryption,
      now,
    )
  const respondWithUser = async (call: RequestContext, member: Promise<Member>) =>
    respond(call, await member, call.session?.profile?.id ?? null)
  const respondWithSignedIn = async (call: RequestContext, member: Promise<Member>) =>
    respond(call, await member, null)
  return {
    // Sign-in, sign-out, devices and passwords.
    signIn: async (call) => respondWithSignedIn(call, signInWithPassword(deps, call)),
    signOut: async (call) => toNull(signOut(call)),
    async readMe(call) {
      const { db, member, session } = call
      // A guest session with a code to an address belongs to a sign-up. E-mail recovery and passkey sign-in open
      // guest sessions too; those are no unfinished sign-up.
      const signUpCode =
        session && !member && (await findCode(db, { session_id: session.id, channel: 'email' }))
      if (!member && !signUpCode) throwProblem('authentication_required')
      // The guest, for which the client opens the login modal.
      if (!member) return guestUser
      await refreshToken(call)
      return respondWithUser(call, Promise.resolve(member))
    },
    listSessions: listDevices,
    endSession: async (call) => toNull(signOutDevice(call, call.params.id)),
    endOtherSessions: async (call) => toNull(signOutOtherDevices(call)),
    async requestPasswordReset(call) {
      await requestPasswordReset(deps, call, call.body.email)
      return { valid_minutes: passwordResetLinkMinutes }
    },
    async checkPasswordReset({ db, query, now }) {
      const { expires_at, email } = await readResetLink(db, query, now)
      return { expires_at, email }
    },
    resetPassword: async (call) => toNull(resetPassword(deps, call)),
    changePassword: async (call) => toNull(changePassword(deps, call)),

    // Verification codes, sign-up and e-mail recovery.
    sendSignUpCode: (call) => sendEmailCode(call, deps, call.body.email),
    confirmSignUpCode: (call) =>
      confirmCode(call, deps, { channel: 'email', target: call.body.email, code: call.body.code }),
    sendPhoneCode: (call) => sendPhoneCode(call, deps, call.body.phonenumber),
    confirmPhoneCode: (call) => {
      const { phonenumber: target, code } = call.body
      return confirmCode(call, deps, { channel: 'phone', target, code })
    },
    extendCode: (call) => extendCode(call, call.body.channel),
    readSignUp: async ({ db, session, now }) => ({
      ...(session
        ? await readVerifiedContacts(db, encryption, { session_id: session.id, now })
        : emptySignUpState),
      verifies_phone: deps.verifies_phone,
    }),
    signUp: async (call) => respondWithSignedIn(call, signUp(call, deps, call.body)),
    recoverEmail: (call) => recoverEmail(call, deps, call.body),

    // Profile changes, age verification and account deletion.
    updateMe: async (call) =>
      respondWithUser(call, updateDetails(deps, requireMember(call), call.body)),
    confirmPassword: async (call) =>
      toNull(reauthenticate(deps, requireMember(call), call.body.current_password)),
    scheduleDeletion: async (call) => scheduleDeletion(deps, requireMember(call), call.body),
    cancelDeletion: async (call) =>
      respondWithSignedIn(call, cancelDeletion(deps, call, call.body.token)),
    sendAgeVerificationCode: async (call) => sendAgeVerificationCode(deps, requireMember(call)),
    verifyAge: async (call) =>
      respondWithUser(call, verifyAge(deps, requireMember(call), call.body)),

    // Passkeys (WebAuthn Level 3); the JSON is that of SimpleWebAuthn.
    async listPasskeys(call) {
      const results = await findPasskeys(call.db, requireMember(call).member.id)
      return { count: results.length, results }
    },
    createPasskeyOptions: async (call) =>
      beginPasskeyRegistration(deps, requireMember(call), call.body),
    registerPasskey: async (call) => registerPasskey(deps, requireMember(call), call.body),
    removePasskey: async (call) => toNull(removePasskey(deps, requireMember(call), call.params.id)),
    createSignInPasskeyOptions: async (call) => beginPasskeySignIn(deps, call),
    signInWithPasskey: async (call) =>
      respondWithSignedIn(call, signInWithPasskey(deps, call, call.body.response)),
  }
}

export function identityHandlers(deps: AccountsDependencies): Handlers<typeof endpoints.identity> {
  return {
    readAgeVerification: async (call) => readAgeVerification(deps, requireMember(call)),
    beginIdentityVerification: async (call) => beginIdentityVerification(deps, requireMember(call)),
    async confirmIdentityVerification(call) {
      const caller = requireMember(call)
      const attempt = { ...call.params, ...call.body }
      const member = await confirmIdentityVerification(deps, caller, attempt)
      const profiles = await findProfiles(call.db, member.id)
      const selection = selectionOf(profiles, caller.session.profile?.id ?? null)
      return toUser(member, selection, deps.encryption, call.now)
    },
  }
}

export function profilesHandlers(deps: AccountsDependencies): Handlers<typeof endpoints.profiles> {
  return {
    async listProfiles(call) {
      const { member, session } = requireMember(call)
      const results = (await findProfiles(call.db, member.id)).map(toProfile)
      return { results, current_id: session.profile?.id ?? null }
    },
    createProfile: async (call) => createProfile(deps, requireMember(call), call.body),
    updateProfile: async (call) =>
      changeProfile(deps, requireMember(call), call.params.id, call.body),
    deleteProfile: async (call) => toNull(removeProfile(deps, requireMember(call), call.params.id)),
    setProfilePicture: withUploadGuard(
      (caller) => checkImageUploadAllowed(deps, requireMember(caller)),
      async (call) => setPicture(deps, requireMember(call), call.params.id, call.file),
    ),
    removeProfilePicture: async (call) => removePicture(deps, requireMember(call), call.params.id),
    async selectProfile(call) {
      const caller = requireMember(call)
      const selected = await selectProfile(deps, caller, { ...call.params, ...call.body })
      const profiles = await findProfiles(call.db, caller.member.id)
      return toUser(caller.member, selectionOf(profiles, selected), deps.encryption, call.now)
    },
    setProfilePin: async (call) => setPin(deps, requireMember(call), call.params.id, call.body),
    createTransferCode: async (call) =>
      createTransferCode(deps, requireMember(call), call.params.id),
    importProfile: async (call) => importProfile(deps, requireMember(call), call.body.code),
  }
}

export function secondFactorHandlers(
  deps: AccountsDependencies,
): Handlers<typeof endpoints.second_factor> {
  return {
    read: async (call) => readSecondFactor(call.db, requireStaffMember(call)),
    verifyCode: async (call) =>
      verifySecondFactorByCode(deps, requireStaffMember(call), call.body.code),
    createPasskeyOptions: async (call) => beginPasskeyVerification(deps, requireStaffMember(call)),
    verifyPasskey: async (call) =>
      verifySecondFactorByPasskey(deps, requireStaffMember(call), call.body.response),
    beginTotpEnrollment: async (call) =>
      beginTotpEnrollment(deps, requireStaffMember(call), call.body),
    confirmTotpEnrollment: async (call) =>
      confirmTotpEnrollment(deps, requireStaffMember(call), call.body.code),
  }
}
