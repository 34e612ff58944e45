/** Texts of what loads with its first use, so that the page does not load them. */
export const menuMessages = {
  sleep: '취침 예약',
  sleep_choices: {
    off: '끔',
    '15': '15분 뒤',
    '30': '30분 뒤',
    '60': '1시간 뒤',
    episode: '이 화까지',
  },
  sleep_at: (time: string) => `${time}에 멈춰요.`,
  sleep_ended: '취침 예약 시각이라 멈췄어요',
  stats: {
    title: '재생 정보',
    close: '재생 정보 닫기',
    names: {
      episode: '회차 번호',
      picture: '영상 크기',
      quality: '고른 화질',
      bitrate: '영상 속도',
      bandwidth: '연결 속도',
      buffer: '미리 받은 길이',
      frames: '놓친 장면',
    },
    unknown: '알 수 없음',
    size: (width: number, height: number) => `${width}×${height}`,
    mbps: (bits: number) => `${(bits / 1e6).toFixed(1)} Mbps`,
    seconds: (seconds: number) => `${seconds.toFixed(1)}초`,
    dropped: (dropped: number, total: number) =>
      `${total.toLocaleString('ko-KR')}장 중 ${dropped.toLocaleString('ko-KR')}장`,
  },
} as const
