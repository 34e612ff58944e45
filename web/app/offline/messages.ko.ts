export const offlineMessages = {
  update_ready: '새로워진 화면이 준비됐어요.',
  reload: '새로 고침',
} as const
