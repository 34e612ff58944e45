import type { Examples } from './example.ts'

const unknown = '/api/accounts/profiles/2147483647'

/** Examples of the profiles of an account. */
export const profiles = {
  'profiles.listProfiles': { path: '/api/accounts/profiles/' },
  'profiles.createProfile': {
    path: '/api/accounts/profiles/',
    body: { name: '새봄', avatar: 'drawn-07', age_limit: '12', is_child: true },
  },
  'profiles.updateProfile': {
    path: `${unknown}/`,
    body: { name: '새봄' },
    refused: 'not_found',
  },
  'profiles.deleteProfile': { path: `${unknown}/`, refused: 'not_found' },
  'profiles.setProfilePicture': {
    path: `${unknown}/picture/`,
    init: { headers: { 'content-type': 'image/png' }, body: 'no picture' },
    refused: 'not_found',
  },
  'profiles.removeProfilePicture': { path: `${unknown}/picture/`, refused: 'not_found' },
  'profiles.selectProfile': { path: `${unknown}/select/`, body: {}, refused: 'not_found' },
  'profiles.setProfilePin': {
    path: `${unknown}/pin/`,
    body: { password: 'seven-lanterns-in-june', pin: '1234' },
    refused: 'not_found',
  },
  'profiles.createTransferCode': { path: `${unknown}/transfer-code/`, refused: 'not_found' },
  'profiles.importProfile': {
    path: '/api/accounts/profiles/import/',
    body: { code: '0000-0000-0000' },
    refused: 'invalid_request',
  },
} satisfies Examples
