/** Lines of the encoder's log, which the studio shows between those of ffmpeg. */
export const encodeLogCopy = {
  attempt: (attempt: number, name: string) => `${name}: ${attempt}번째 변환을 시작했어요`,
  ready: (seconds: number, bytes: number) =>
    `변환을 마쳤어요: ${seconds.toFixed(1)}초, ${(bytes / 1e6).toFixed(1)}MB`,
  cancelled: '변환을 취소했어요',
}

export const describeSource = (source: {
  container: string
  /** Such as `1920x1080`. */
  size: string
  /** Frames per second. */
  frames: string
  seconds: string
  has_audio: boolean
}): string =>
  `원본: ${source.container} ${source.size}, 초당 ${source.frames}장, ${source.seconds}초, ${source.has_audio ? '소리 있음' : '소리 없음'}`
