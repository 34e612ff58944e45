import { seoulDate, seoulUtcOffsetMs } from '#contract/core/seoul-time.ts'
import type { Maintenance } from '#server/shared/problem-error.ts'

/** Texts of the static error pages; failures after rendering has begun use the texts of the pages. */
const texts = {
  400: {
    title: '주소를 읽을 수 없어요',
    detail: '주소에 알아볼 수 없는 글자가 섞여 있어요. 다시 확인하거나 홈에서 찾아보세요.',
  },
  404: {
    title: '찾으시는 화면이 없어요',
    detail: '주소가 바뀌었거나 지금은 볼 수 없는 내용이에요. 홈에서 다시 찾아보세요.',
  },
  405: {
    title: '이 화면은 다시 열어야 해요',
    detail: '이 주소로는 내용을 보낼 수 없어요. 아래에서 화면을 새로 열어 주세요.',
  },
  413: {
    title: '보내신 내용이 너무 커요',
    detail: '받을 수 있는 크기를 넘었어요. 줄여서 다시 보내 주세요.',
  },
  414: {
    title: '주소가 너무 길어요',
    detail: '주소를 줄여서 다시 열거나 홈에서 찾아보세요.',
  },
  429: {
    title: '너무 빠르게 여러 번 열었어요',
    detail:
      '짧은 시간에 요청이 많이 몰려서 잠시 멈췄어요. 같은 인터넷을 여럿이 함께 쓸 때도 그럴 수 있어요.',
  },
  431: {
    title: '주소나 쿠키가 너무 길어요',
    detail: '주소를 줄이거나, 브라우저에서 이 사이트의 쿠키를 지운 뒤 다시 열어 주세요.',
  },
  500: {
    title: '문제가 생겼어요',
    detail: '저희 쪽에서 생긴 문제예요. 다시 시도해도 같다면 고객센터로 알려 주세요.',
  },
  503: {
    title: '잠시 숨을 고르고 있어요',
    detail: '서버가 잠깐 쉬고 있어요. 조금 뒤에 다시 시도하면 이어서 볼 수 있어요.',
  },
} as const

/** Returns title and detail of a status; unlisted statuses use those of 404 or 500. */
export const errorPageText = (status: number): { title: string; detail: string } =>
  texts[status as keyof typeof texts] ?? texts[status < 500 ? 404 : 500]

export const maintenanceText = ({ message }: Maintenance) => ({
  title: '점검하고 있어요',
  detail: message,
})

/** `11월 28일 21:04`, in Seoul. */
const timeOf = (instant: string): string => {
  const [month = 0, day = 0] = seoulDate(new Date(instant)).split('-').slice(1).map(Number)
  const time = new Date(Date.parse(instant) + seoulUtcOffsetMs).toISOString().slice(11, 16)
  return `${month}월 ${day}일 ${time}`
}

export const errorPageCopy = {
  until: (instant: string) => `${timeOf(instant)}쯤 다시 열 예정이에요.`,
  wait: (seconds: number) => `${seconds}초 뒤에 다시 열 수 있어요.`,
  retry: '다시 시도',
  to_home: '홈으로 가기',
  offline: {
    title: '인터넷에 연결되어 있지 않아요',
    detail: '연결되면 이 화면을 자동으로 다시 열게요.',
    kept: '작품과 영상은 연결된 뒤에 볼 수 있어요. 보던 위치, 찜한 작품, 구매한 작품은 그대로 있어요.',
  },
}
