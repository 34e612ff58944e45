import { formatFullDate } from '#web/lib/format.ts'

/** Age verification in the window of a provider. */
export const adultVerificationMessages = {
  title: '성인 인증',
  description: '본인인증으로 성인인지 확인해요.',
  lead: '청소년 관람불가 작품을 보려면 한 해에 한 번 본인인증을 해요.',
  facts: [
    '휴대폰 본인인증 창에서 이름과 생년월일을 확인해요.',
    '이름과 생년월일은 암호화해 보관하고, 탈퇴하면 지워요. 주민등록번호는 받지 않아요.',
    '어린이 프로필과 관람 등급 설정은 그대로예요.',
  ],
  start: '본인인증하기',
  again: '처음부터 다시 인증하기',
  opening: '본인인증 창을 열고 있어요',
  checking: '인증 결과를 확인하고 있어요',
  verified: '인증했어요',
  verified_detail: (name: string | null, until: string) =>
    `${name ? `${name}님으로 인증했고, ` : ''}${formatFullDate(until)}까지 이어져요.`,
  done: '성인 인증을 마쳤어요',
  go_on: '이어서 보기',
  to_profile: '내 정보로 가기',
  cancelled: '본인인증을 마치지 않았어요. 인증한 것은 없어요. 다시 하려면 아래 버튼을 눌러 주세요.',
  no_window: '본인인증 창을 열지 못했어요. 인터넷 연결과 팝업 차단을 확인하고 다시 눌러 주세요.',
  unavailable:
    '본인인증 기관의 답이 늦어지고 있어요. 인증을 마치셨다면 다시 인증하지 않아도 돼요. 잠시 뒤에 확인해 주세요.',
  check_again: '인증 결과 다시 확인하기',
  in_use_title: '다른 계정에서 이미 인증했어요',
  in_use_detail:
    '한 사람은 한 계정에서만 성인 인증을 쓸 수 있어요. 그 계정을 계속 쓰려면 그 계정으로 로그인해 주세요. 이 계정에서 보려면 인증을 옮길 수 있어요. 옮기면 그 계정의 성인 인증은 끝나고, 메일로 알려 드려요.',
  move: '이 계정으로 옮기기',
  find_account: '아이디 찾기',
  none: '지금은 성인 인증을 할 수 없어요',
  none_detail: '이 서비스는 아직 본인인증을 하지 않아 청소년 관람불가 작품을 볼 수 없어요.',
  by_code: '휴대폰으로 성인 인증하기',
} as const

/** The section of the profile. */
export const adultSectionMessages = {
  not_verified: '아직 인증하지 않았어요',
  start: '성인 인증하기',
  none: '이 서비스는 아직 성인 인증을 하지 않아 청소년 관람불가 작품을 볼 수 없어요.',
} as const
