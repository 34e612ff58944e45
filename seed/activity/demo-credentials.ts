/** The passwords are public, so these accounts are for a single machine only. */
export const demoMembers = [
  {
    email: 'viewer@hanpyeon.test',
    password: 'hanpyeon-viewer-1',
    username: '한지우',
    phonenumber: '01000000001',
    is_staff: false,
  },
  {
    email: 'staff@hanpyeon.test',
    password: 'hanpyeon-staff-1',
    username: '편도현',
    phonenumber: '01000000002',
    is_staff: true,
  },
] as const
