/** Texts that are not needed on a visitor's first page, which does not load them. */
export const sessionNotices = {
  login_dialog: '로그인',
  checking: '확인하고 있어요',
  failed_title: '로그인 상태를 확인하지 못했어요',
  failed_detail: '인터넷 연결을 확인하고 다시 시도해 주세요. 로그아웃된 것은 아니에요.',
  logged_out: '로그아웃했어요.',
  logout_failed: '로그아웃하지 못했어요. 인터넷 연결을 확인하고 다시 시도해 주세요.',
} as const

/** Shown once when a socket could not reconnect. */
export const reconnectMessages = {
  failed: '서버와 연결이 끊겼어요. 여러 번 다시 연결해 봤지만 되지 않았어요.',
  reconnect: '다시 연결',
} as const
