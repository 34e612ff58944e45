import type { Examples } from './example.ts'

const hour = 3_600_000

/** Examples of accounts, and of the second factor of staff. */
export const accounts = {
  'accounts.sendSignUpCode': {
    path: '/api/accounts/signup/email/',
    body: { email: 'new@example.com' },
  },
  'accounts.confirmSignUpCode': {
    path: '/api/accounts/signup/email/',
    body: { email: 'new@example.com', code: '123456' },
    refused: 'invalid_request',
  },
  'accounts.sendPhoneCode': {
    path: '/api/accounts/phone/verification/',
    body: { phonenumber: '010-1234-5678' },
  },
  'accounts.confirmPhoneCode': {
    path: '/api/accounts/phone/verification/',
    body: { phonenumber: '010-1234-5678', code: '123456' },
    refused: 'invalid_request',
  },
  'accounts.extendCode': {
    path: '/api/accounts/codes/extension/',
    body: { channel: 'email' },
    refused: 'conflict',
  },
  'identity.readAgeVerification': { path: '/api/accounts/identity/' },
  'identity.beginIdentityVerification': { path: '/api/accounts/identity/', refused: 'not_found' },
  'identity.confirmIdentityVerification': {
    path: '/api/accounts/identity/3f1c7e0a-5b1d-4c8e-9a55-0c5f2d1e7b9a/',
    body: {},
    refused: 'not_found',
  },
  'accounts.readSignUp': { path: '/api/accounts/signup/' },
  'accounts.signUp': {
    path: '/api/accounts/signup/',
    body: {
      email: 'new@example.com',
      username: '이새봄',
      phonenumber: '01012345678',
      password: 'a-lantern-in-the-rain',
      confirm_password: 'a-lantern-in-the-rain',
      terms_of_service: true,
      privacy_policy: true,
      age_verification: true,
      marketing_info: false,
    },
    refused: 'verification_required',
  },
  'accounts.signIn': {
    path: '/api/accounts/login/',
    body: { email: 'nobody@example.com', password: 'whatever it is' },
    refused: 'invalid_credentials',
  },
  'accounts.signOut': { path: '/api/accounts/logout/' },
  'accounts.readMe': { path: '/api/accounts/me/', as: 'member' },
  'accounts.updateMe': { path: '/api/accounts/me/', body: { username: '박여름' } },
  'accounts.listSessions': { path: '/api/accounts/sessions/' },
  'accounts.endSession': { path: '/api/accounts/sessions/2147483647/', refused: 'not_found' },
  'accounts.endOtherSessions': { path: '/api/accounts/sessions/' },
  'accounts.confirmPassword': {
    path: '/api/accounts/password/confirmation/',
    body: { current_password: 'not the password' },
    refused: 'invalid_credentials',
  },
  'accounts.cancelDeletion': {
    path: '/api/accounts/withdrawal/cancellation/',
    body: { token: 'none' },
    refused: 'invalid_link',
  },
  'accounts.scheduleDeletion': {
    path: '/api/accounts/withdrawal/',
    body: {
      service_problem: false,
      less_function: false,
      high_price: true,
      user_comment: '',
      current_password: 'not the password',
    },
    signed_in_ago: hour,
    refused: 'invalid_credentials',
  },
  'accounts.recoverEmail': {
    path: '/api/accounts/id/recovery/',
    body: { username: '이새봄', phonenumber: '01012345678' },
    refused: 'verification_required',
  },
  'accounts.requestPasswordReset': {
    path: '/api/accounts/password/recovery/',
    body: { email: 'nobody@example.com' },
  },
  'accounts.checkPasswordReset': {
    path: '/api/accounts/password/recovery/?uidb64=MQ&token=none',
    refused: 'invalid_link',
  },
  'accounts.resetPassword': {
    path: '/api/accounts/password/recovery/',
    body: {
      uidb64: 'MQ',
      token: 'none',
      new_password: 'a-lantern-in-the-rain',
      confirm_password: 'a-lantern-in-the-rain',
    },
    refused: 'invalid_link',
  },
  'accounts.changePassword': {
    path: '/api/accounts/password/change/',
    body: {
      new_password: 'a-lantern-in-the-rain',
      confirm_password: 'a-lantern-in-the-rain',
      current_password: 'not the password',
    },
    signed_in_ago: hour,
    refused: 'invalid_credentials',
  },
  'accounts.sendAgeVerificationCode': { path: '/api/accounts/adult-verification/' },
  'accounts.verifyAge': {
    path: '/api/accounts/adult-verification/',
    body: { code: '123456', birth_date: '1990-01-01' },
    refused: 'invalid_request',
  },
  'accounts.listPasskeys': { path: '/api/accounts/passkeys/' },
  'accounts.createPasskeyOptions': { path: '/api/accounts/passkeys/options/', body: {} },
  'accounts.registerPasskey': {
    path: '/api/accounts/passkeys/',
    body: { name: '내 휴대폰', response: {} },
    refused: 'passkey_rejected',
  },
  'accounts.removePasskey': { path: '/api/accounts/passkeys/2147483647/', refused: 'not_found' },
  'accounts.createSignInPasskeyOptions': { path: '/api/accounts/login/passkey/options/' },
  'accounts.signInWithPasskey': {
    path: '/api/accounts/login/passkey/',
    body: { response: {} },
    refused: 'passkey_rejected',
  },
  'device_sign_in.requestDeviceCode': { path: '/api/accounts/device/code/' },
  'device_sign_in.pollDeviceCode': {
    path: '/api/accounts/device/token/',
    body: { device_code: 'A'.repeat(43) },
    refused: 'expired_token',
  },
  'device_sign_in.readDeviceRequest': {
    path: '/api/accounts/device/request/?user_code=BCDF-GHJK',
    refused: 'not_found',
  },
  'device_sign_in.decideDeviceRequest': {
    path: '/api/accounts/device/request/',
    body: { user_code: 'BCDF-GHJK', is_approved: true },
    refused: 'not_found',
  },
  'second_factor.read': { path: '/api/accounts/second-factor/', as: 'staff' },
  'second_factor.verifyCode': {
    path: '/api/accounts/second-factor/',
    as: 'staff',
    body: { code: '123456' },
    refused: 'invalid_request',
  },
  'second_factor.createPasskeyOptions': {
    path: '/api/accounts/second-factor/passkey/options/',
    as: 'staff',
  },
  'second_factor.verifyPasskey': {
    path: '/api/accounts/second-factor/passkey/',
    as: 'staff',
    body: { response: {} },
    refused: 'passkey_rejected',
  },
  'second_factor.beginTotpEnrollment': {
    path: '/api/accounts/second-factor/authenticator/',
    as: 'staff',
    body: {},
  },
  'second_factor.confirmTotpEnrollment': {
    path: '/api/accounts/second-factor/authenticator/confirm/',
    as: 'staff',
    body: { code: '123456' },
    refused: 'conflict',
  },
} satisfies Examples
