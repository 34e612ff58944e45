import type { User } from '#contract/accounts/accounts.ts'
import { guestUser } from '#contract/accounts/guest-user.ts'
import { authStore } from '#web/session/auth-store.ts'
import { afterEach, expect, test } from 'vitest'
import { uploadQueue } from './upload-queue.ts'

afterEach(() => authStore.clearUser())

test('ends the uploads of a member who leaves, not when the profile changes', () => {
  const member = { ...guestUser, id: 7, email: 'na@example.com' }
  const profile: User['profile'] = {
    id: 9,
    name: '손님',
    avatar: 'drawn-01',
    picture_url: null,
    caption_language: 'ko',
    autoplay: true,
    is_history_paused: false,
    age_limit: '19',
    is_child: false,
  }
  authStore.setUser(member)
  uploadQueue.add([new File(['film'], 'film.mp4')])
  authStore.setUser({ ...member, profile })
  expect(uploadQueue.isBusy()).toBe(true)
  authStore.clearUser()
  expect(uploadQueue.isBusy()).toBe(false)
})
