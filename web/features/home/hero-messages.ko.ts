/** The controls of the hero, which load after the first page. */
export const heroMessages = {
  previous: '이전 추천 작품',
  next: '다음 추천 작품',
  pause: '자동 재생 멈추기',
  resume: '자동 재생 켜기',
  mute: '소리 끄기',
  unmute: '소리 켜기',
} as const
