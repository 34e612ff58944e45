export const offlineMessages = {
  offline: '인터넷 연결이 끊겼어요. 연결되면 이어서 보여 드릴게요.',
  held: '인터넷에 연결되면 바로 열어 드릴게요.',
  update_ready: '새로워진 화면이 준비됐어요.',
  reload: '새로 고침',
} as const
