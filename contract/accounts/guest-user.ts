import type { User } from './accounts.ts'

/** The user of a session without a member, and the initial value before a page has loaded the session. */
export const guestUser: User = {
  id: null,
  email: '',
  username: '',
  phonenumber: '',
  profile_image: null,
  event_point: 0,
  paid_point: 0,
  is_marketing_agreed: false,
  is_adult_verified: false,
  is_email_failing: false,
  is_phone_failing: false,
  is_staff: false,
  staff_role: null,
}
