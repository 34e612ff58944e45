import type { SuspensionCategory } from '#contract/accounts/account-rules.ts'
import { serviceName, supportAddress } from '#server/messages/service-placeholders.ts'
import { formatMinute } from '#server/messages/formats.copy.ts'

/** `2026년 11월 21일 오후 3:05 (한국 시각)` */
export const formatInstant = (at: Date): string => `${formatMinute(at)} (한국 시각)`

const notYouTitle = '본인이 아니라면'
const securityFooter = `${serviceName} 계정의 안전에 관한 소식이라 광고 수신 동의와 상관없이 보내요.`

/** Why a member is suspended, as the member reads it. */
const suspensionReasons: Record<SuspensionCategory, string> = {
  terms_violation: '이용약관을 어긴 것으로 보여 확인하고 있어요.',
  payment_dispute: '결제에 문제가 있어 확인하고 있어요.',
  account_security: '다른 사람이 계정을 쓰는 것으로 보여 계정을 보호하고 있어요.',
}

export const accountEmailLabels = {
  at: '시각',
  new_email: '새 이메일',
  kept_account: '남는 계정',
  closed_account: '닫는 계정',
  device: '기기',
  passkey: '패스키',
  codes_left: '남은 복구 코드',
  requested_at: '탈퇴 신청',
  deletes_at: '계정 삭제',
  count: (left: number) => `${left}개`,
}

export const emailCopy = {
  signup_code: (minutes: number) => ({
    subject: `[${serviceName}] 이메일 인증번호예요`,
    title: '이메일 인증번호를 알려 드려요',
    paragraphs: [
      `${serviceName}에 가입하던 화면에 아래 6자리 숫자를 입력해 주세요. ${minutes}분 동안 쓸 수 있어요.`,
    ],
    caution: {
      title: notYouTitle,
      text: '아무것도 하지 않으셔도 돼요. 번호를 입력하지 않으면 가입되지 않아요. 저희는 전화나 메시지로 인증번호를 묻지 않아요.',
    },
    footer: `누군가 이 이메일 주소로 ${serviceName}에 가입하려고 해서 보냈어요.`,
  }),
  already_member: {
    subject: `[${serviceName}] 이미 가입한 이메일이에요`,
    preheader: '새로 가입하지 않고 로그인하면 돼요.',
    title: `이미 ${serviceName} 회원이에요`,
    paragraphs: [
      '이 이메일 주소로 가입하려는 요청이 있었어요. 벌써 가입한 주소라 새 계정은 만들지 않았어요.',
      '로그인하면 보던 작품을 이어서 볼 수 있어요. 비밀번호가 기억나지 않으면 로그인 화면에서 다시 정할 수 있어요.',
    ],
    button: '로그인하기',
    caution: {
      title: notYouTitle,
      text: '아무것도 하지 않으셔도 돼요. 계정은 그대로이고, 요청한 사람에게는 가입 여부를 알려 주지 않았어요.',
    },
    footer: `누군가 이 이메일 주소로 ${serviceName}에 가입하려고 해서 보냈어요.`,
  },
  welcome: (username: string) => ({
    subject: `${serviceName}에 오신 걸 환영해요`,
    preheader: '오늘 볼 한 편을 골라 보세요.',
    title: `${username}님, 반가워요`,
    paragraphs: [
      `${serviceName} 가입이 끝났어요. 드라마도 영화도 다큐멘터리도, 오늘 마음에 드는 한 편부터 시작해 보세요.`,
      '마음에 드는 작품은 찜해 두고, 보던 작품은 어느 기기에서든 멈춘 곳부터 이어 볼 수 있어요.',
    ],
    button: `${serviceName} 시작하기`,
    caution: {
      title: '직접 가입하지 않으셨다면',
      text: `누군가 이 메일함을 열어 인증번호를 봤을 수 있어요. 메일 비밀번호를 먼저 바꾸고, ${serviceName}에서 비밀번호 찾기로 계정을 되찾아 탈퇴해 주세요.`,
    },
    footer: `${serviceName}에 가입하셔서 보냈어요.`,
  }),
  password_link: (minutes: number) => ({
    subject: `[${serviceName}] 비밀번호를 다시 정해 주세요`,
    preheader: `${minutes}분 안에 링크를 열어 주세요.`,
    title: '비밀번호를 다시 정해 주세요',
    paragraphs: [
      `아래 버튼을 누르면 새 비밀번호를 정할 수 있어요. 링크는 ${minutes}분 동안 한 번만 쓸 수 있어요.`,
      '새 비밀번호를 정하면 로그인되어 있던 모든 기기에서 로그아웃돼요.',
    ],
    button: '새 비밀번호 정하기',
    caution: {
      title: notYouTitle,
      text: '이 메일을 지우기만 하면 돼요. 링크를 열지 않으면 비밀번호는 바뀌지 않아요. 이 링크를 다른 사람에게 전달하지 마세요.',
    },
    footer: `${serviceName}에서 비밀번호 찾기를 요청해서 보냈어요.`,
  }),
  password_changed: {
    subject: `[${serviceName}] 비밀번호가 바뀌었어요`,
    preheader: '직접 바꾸지 않으셨다면 바로 확인해 주세요.',
    title: '비밀번호가 바뀌었어요',
    paragraphs: [
      `${serviceName} 계정의 비밀번호가 바뀌었어요. 다른 기기에서는 모두 로그아웃됐어요.`,
    ],
    caution: {
      title: notYouTitle,
      text: '지금 바로 비밀번호를 다시 정해 주세요. 그러면 모든 기기에서 로그아웃돼요. 메일 계정의 비밀번호도 함께 바꾸는 것이 안전해요.',
    },
    way_out: '비밀번호 다시 정하기',
    footer: securityFooter,
  },
  new_device: {
    subject: `[${serviceName}] 새 기기에서 로그인했어요`,
    preheader: '직접 로그인하지 않으셨다면 바로 확인해 주세요.',
    title: '새 기기에서 로그인했어요',
    paragraphs: [`처음 보는 기기에서 ${serviceName} 계정에 로그인했어요.`],
    caution: {
      title: notYouTitle,
      text: '지금 바로 비밀번호를 다시 정해 주세요. 그러면 모든 기기에서 로그아웃돼요.',
    },
    way_out: '비밀번호 다시 정하기',
    footer: securityFooter,
  },
  phone_changed: {
    subject: `[${serviceName}] 휴대폰 번호가 바뀌었어요`,
    preheader: '직접 바꾸지 않으셨다면 바로 확인해 주세요.',
    title: '휴대폰 번호가 바뀌었어요',
    paragraphs: [`${serviceName} 계정의 휴대폰 번호가 새 번호로 바뀌었어요.`],
    caution: {
      title: notYouTitle,
      text: '지금 바로 비밀번호를 다시 정해 주세요. 그러면 모든 기기에서 로그아웃돼요. 그다음 프로필에서 휴대폰 번호를 되돌려 주세요.',
    },
    way_out: '비밀번호 다시 정하기',
    footer: securityFooter,
  },
  identity_moved: {
    subject: `[${serviceName}] 성인 인증을 다른 계정으로 옮겼어요`,
    preheader: '직접 옮기지 않으셨다면 바로 확인해 주세요.',
    title: '성인 인증을 다른 계정으로 옮겼어요',
    paragraphs: [
      '같은 분이 다른 계정에서 본인인증을 마치고 성인 인증을 옮겼어요. 이 계정에서는 성인 인증이 끝났고, 다시 인증하면 언제든 되돌릴 수 있어요.',
    ],
    caution: {
      title: notYouTitle,
      text: '누군가 내 명의의 휴대폰으로 인증했을 수 있어요. 통신사에 확인하고, 이 계정의 비밀번호도 다시 정해 주세요.',
    },
    way_out: '비밀번호 다시 정하기',
    footer: securityFooter,
  },
  marketing_changed: (is_agreed: boolean) => ({
    subject: is_agreed
      ? `[${serviceName}] 광고 수신에 동의하셨어요`
      : `[${serviceName}] 광고 수신 동의를 철회하셨어요`,
    preheader: is_agreed
      ? '새 작품과 혜택 소식을 보내 드릴게요.'
      : '이제 새 작품과 혜택 소식을 보내지 않아요.',
    title: is_agreed ? '광고 수신에 동의하셨어요' : '광고 수신 동의를 철회하셨어요',
    paragraphs: [
      is_agreed
        ? '새 작품과 이벤트, 혜택 소식을 메일과 문자로 보내 드릴게요. 언제든 프로필에서 거둘 수 있어요.'
        : '이제 새 작품과 이벤트, 혜택 소식을 보내지 않아요. 결제나 계정 안전처럼 꼭 필요한 소식은 계속 보내요.',
    ],
    agreed: ['처리 결과', is_agreed ? '수신 동의' : '수신 동의 철회'] as const,
    button: '프로필에서 확인하기',
    caution: {
      title: notYouTitle,
      text: '프로필에서 동의를 되돌리고, 로그인된 기기에 모르는 기기가 있는지 살펴봐 주세요.',
    },
    footer: '수신 동의가 바뀌면 그 결과를 알려 드려야 해서 보냈어요.',
  }),
  passkey_added: {
    subject: `[${serviceName}] 새 패스키가 추가됐어요`,
    preheader: '직접 추가하지 않으셨다면 바로 지워 주세요.',
    title: '새 패스키가 추가됐어요',
    paragraphs: [`이제 비밀번호 없이 이 패스키로 ${serviceName}에 로그인할 수 있어요.`],
    caution: {
      title: notYouTitle,
      text: '프로필에서 이 패스키를 지우고 비밀번호를 바꿔 주세요. 모르는 기기가 로그인되어 있다면 로그아웃해 주세요.',
    },
    way_out: '패스키 확인하기',
    footer: securityFooter,
  },
  authenticator_added: {
    subject: `[${serviceName}] 인증 앱이 등록됐어요`,
    preheader: '직접 등록하지 않으셨다면 바로 알려 주세요.',
    title: '인증 앱이 등록됐어요',
    paragraphs: [
      '이제 스튜디오에 들어갈 때 이 앱의 코드로 한 번 더 확인해요. 전에 쓰던 앱과 복구 코드는 더 이상 쓸 수 없어요.',
    ],
    caution: {
      title: notYouTitle,
      text: '바로 비밀번호를 바꾸고 운영 책임자에게 알려 주세요.',
    },
    way_out: '프로필 확인하기',
    footer: securityFooter,
  },
  passkey_removed: {
    subject: `[${serviceName}] 패스키가 지워졌어요`,
    preheader: '직접 지우지 않으셨다면 바로 확인해 주세요.',
    title: '패스키가 지워졌어요',
    paragraphs: [`이제 이 패스키로는 ${serviceName}에 로그인할 수 없어요.`],
    caution: {
      title: notYouTitle,
      text: '비밀번호를 바꾸고 모르는 기기를 로그아웃해 주세요. 스튜디오를 쓰는 계정이라면 운영 책임자에게도 알려 주세요.',
    },
    way_out: '패스키 확인하기',
    footer: securityFooter,
  },
  recovery_code_used: {
    subject: `[${serviceName}] 복구 코드를 썼어요`,
    preheader: '직접 쓰지 않으셨다면 바로 알려 주세요.',
    title: '복구 코드를 썼어요',
    paragraphs: [
      '인증 앱의 코드 대신 복구 코드로 추가 인증을 마쳤어요. 쓴 코드는 다시 쓸 수 없어요.',
    ],
    caution: {
      title: notYouTitle,
      text: '바로 비밀번호를 바꾸고 운영 책임자에게 알려 주세요.',
    },
    way_out: '프로필 확인하기',
    footer: securityFooter,
  },
  second_factor_reset: {
    subject: `[${serviceName}] 추가 인증이 초기화됐어요`,
    preheader: '부탁하지 않으셨다면 바로 알려 주세요.',
    title: '추가 인증이 초기화됐어요',
    paragraphs: [
      '서버를 관리하는 운영자가 인증 앱과 복구 코드, 패스키를 모두 지웠어요. 다음에 스튜디오에 들어갈 때 새로 등록해 주세요.',
    ],
    caution: {
      title: '부탁하지 않으셨다면',
      text: '비밀번호를 다시 정하고 운영 책임자에게 알려 주세요. 다른 사람이 먼저 인증 앱을 등록할 수 있어요.',
    },
    way_out: '비밀번호 다시 정하기',
    footer: securityFooter,
  },
  staff_appointed: (has_passkeys: boolean) => ({
    subject: `[${serviceName}] 스튜디오를 쓸 수 있어요`,
    preheader: '들어갈 때 추가 인증이 필요해요.',
    title: '스튜디오를 쓸 수 있어요',
    paragraphs: [
      has_passkeys
        ? '이제부터 아래 패스키가 스튜디오에 들어가는 추가 인증이 돼요. 내 패스키가 맞는지 살펴봐 주세요.'
        : '처음 들어갈 때 인증 앱을 등록해 주세요. 다른 사람이 먼저 등록하지 않도록 지금 하는 것이 안전해요.',
    ],
    caution: {
      title: has_passkeys ? '모르는 패스키가 있다면' : '부탁하지 않으셨다면',
      text: '비밀번호를 바꾸고 운영 책임자에게 알려 주세요. 추가 인증을 초기화할 수 있어요.',
    },
    way_out: '프로필 확인하기',
    footer: securityFooter,
  }),
  deletion_scheduled: (username: string, due: string) => ({
    subject: `[${serviceName}] 탈퇴를 신청하셨어요`,
    preheader: '마음이 바뀌면 로그인해서 취소할 수 있어요.',
    title: `${username}님, 탈퇴 신청을 받았어요`,
    paragraphs: [
      `모든 기기에서 로그아웃했고, ${due}에 계정을 지워요.`,
      '그 전에 로그인하면 탈퇴를 취소하고 쓰던 그대로 다시 볼 수 있어요. 그때까지 이용권은 결제되지 않고, 환불할 금액은 계정을 지울 때 결제하신 카드로 돌려드려요.',
    ],
    button: '로그인해서 탈퇴 취소하기',
    caution: {
      title: notYouTitle,
      text: '지금 로그인해서 탈퇴를 취소하고 비밀번호를 바꿔 주세요. 메일 계정의 비밀번호도 함께 바꾸는 것이 안전해요.',
    },
    footer: `${serviceName}에서 탈퇴를 신청하셔서 보냈어요.`,
  }),
  deletion_cancelled: (username: string) => ({
    subject: `[${serviceName}] 탈퇴를 취소했어요`,
    preheader: '계정을 쓰던 그대로 되살렸어요.',
    title: `${username}님, 다시 만나서 반가워요`,
    paragraphs: ['탈퇴 신청을 취소했어요. 프로필과 시청 기록, 찜 목록이 모두 그대로 있어요.'],
    caution: {
      title: notYouTitle,
      text: '지금 바로 비밀번호를 다시 정해 주세요. 그러면 모든 기기에서 로그아웃돼요.',
    },
    way_out: '비밀번호 다시 정하기',
    footer: securityFooter,
  }),
  delivery_check: {
    subject: `[${serviceName}] 메일이 다시 잘 도착해요`,
    preheader: '이 메일이 보이면 이메일 주소를 그대로 쓰면 돼요.',
    title: '메일이 다시 잘 도착해요',
    paragraphs: [
      '전에 보낸 메일이 돌아와서, 다시 보내 달라고 하신 이 주소로 확인 메일을 보냈어요. 이 메일이 보이면 더 할 일은 없어요.',
    ],
    button: '내 정보 보기',
    footer: securityFooter,
  },
  merge_link: (hours: number) => ({
    subject: `[${serviceName}] 두 계정을 합칠까요?`,
    preheader: '두 메일함에서 모두 확인하면 합칠 수 있어요.',
    title: '두 계정을 하나로 합칠까요?',
    paragraphs: [
      '아래 두 계정이 모두 내 것이면 버튼을 눌러 확인해 주세요. 두 메일함에서 모두 확인하면 고객센터가 합쳐요.',
      `닫는 계정의 프로필과 시청 기록, 찜, 리뷰, 문의, 소장한 회차와 포인트가 남는 계정으로 옮겨져요. 링크는 ${hours}시간 동안 쓸 수 있어요.`,
    ],
    button: '확인하기',
    caution: {
      title: notYouTitle,
      text: '이 메일을 지우기만 하면 돼요. 확인하지 않으면 합치지 않아요.',
    },
    footer: `${serviceName} 고객센터에 계정을 합쳐 달라는 부탁이 있어서 보냈어요.`,
  }),
  merged: {
    subject: `[${serviceName}] 두 계정을 합쳤어요`,
    preheader: '이제 한 계정으로 로그인해 주세요.',
    title: '두 계정을 하나로 합쳤어요',
    paragraphs: [
      '모두 남는 계정으로 옮기고 다른 계정은 닫았어요. 이제 아래 계정으로 로그인해 주세요.',
    ],
    caution: {
      title: notYouTitle,
      text: `${supportAddress}고객센터로 바로 연락해 주세요.`,
    },
    footer: securityFooter,
  },
  email_change_link: (hours: number) => ({
    subject: `[${serviceName}] 새 이메일을 확인해 주세요`,
    preheader: `${hours}시간 안에 링크를 열어 주세요.`,
    title: '새 이메일을 확인해 주세요',
    paragraphs: [
      `아래 버튼을 누르고 확인하면 ${serviceName} 계정의 이메일이 이 주소로 바뀌어요. 링크는 ${hours}시간 동안 한 번만 쓸 수 있어요.`,
      '바뀌면 로그인되어 있던 모든 기기에서 로그아웃돼요.',
    ],
    button: '이메일 바꾸기',
    caution: {
      title: notYouTitle,
      text: '이 메일을 지우기만 하면 돼요. 링크를 열지 않으면 아무것도 바뀌지 않아요.',
    },
    footer: `누군가 ${serviceName} 계정의 이메일을 이 주소로 바꾸려고 해서 보냈어요.`,
  }),
  email_change_requested: {
    subject: `[${serviceName}] 이메일을 바꾸려고 해요`,
    preheader: '직접 부탁하지 않으셨다면 바로 취소해 주세요.',
    title: '계정의 이메일을 바꾸려고 해요',
    paragraphs: [
      `${serviceName} 계정의 이메일을 아래 주소로 바꾸려고 해요. 새 주소에서 확인하면 바뀌고, 이 주소로는 더 로그인할 수 없어요.`,
    ],
    caution: {
      title: notYouTitle,
      text: '지금 바로 취소하고 비밀번호를 바꿔 주세요.',
    },
    way_out: '이메일 바꾸지 않기',
    footer: securityFooter,
  },
  email_changed: {
    subject: `[${serviceName}] 이메일이 바뀌었어요`,
    preheader: '직접 바꾸지 않으셨다면 바로 알려 주세요.',
    title: '이메일이 바뀌었어요',
    paragraphs: [
      `${serviceName} 계정의 이메일이 아래 주소로 바뀌었어요. 모든 기기에서 로그아웃했으니 새 주소로 로그인해 주세요.`,
    ],
    caution: {
      title: notYouTitle,
      text: `${supportAddress}고객센터로 바로 연락해 주세요.`,
    },
    footer: securityFooter,
  },
  suspended: (category: SuspensionCategory) => ({
    subject: `[${serviceName}] 계정 이용이 정지됐어요`,
    preheader: '이유와 문의하는 방법을 알려 드려요.',
    title: '계정 이용이 정지됐어요',
    paragraphs: [
      `${suspensionReasons[category]} 모든 기기에서 로그아웃했고, 정지가 풀릴 때까지 로그인할 수 없어요.`,
      '그동안 이용권은 결제되지 않아요. 포인트와 대여, 이용권의 남은 기간도 줄지 않고, 정지가 풀리면 그대로 이어져요.',
    ],
    caution: {
      title: '다시 확인이 필요하다면',
      text: `${supportAddress}고객센터로 연락해 주세요. 환불도 고객센터에서 도와드려요.`,
    },
    footer: securityFooter,
  }),
  restored: {
    subject: `[${serviceName}] 계정을 다시 쓸 수 있어요`,
    preheader: '이용 정지가 풀렸어요.',
    title: '계정을 다시 쓸 수 있어요',
    paragraphs: [
      '이용 정지가 풀려서 다시 로그인할 수 있어요. 포인트와 대여, 이용권의 남은 기간은 정지된 만큼 늘려 뒀어요.',
    ],
    button: '로그인하기',
    footer: securityFooter,
  },
  withdrawn: (username: string) => ({
    subject: `[${serviceName}] 탈퇴가 끝났어요`,
    preheader: '그동안 함께해 주셔서 고마워요.',
    title: `${username}님, 그동안 고마웠어요`,
    paragraphs: [
      `${serviceName} 계정을 닫았어요. 프로필과 시청 기록, 찜 목록을 모두 지웠고 되살릴 수 없어요.`,
      '법에 따라 남겨야 하는 계약·결제 기록은 5년, 문의 기록은 3년 동안 따로 보관한 뒤에 지워요.',
    ],
    caution: {
      title: notYouTitle,
      text: '누군가 이 계정에 로그인했을 수 있어요. 메일 비밀번호를 바꾸고, 같은 비밀번호를 쓰는 다른 서비스도 바꿔 주세요.',
    },
    footer: `${serviceName}에서 탈퇴하셔서 보내는 마지막 메일이에요.`,
  }),
  /** Fits one SMS: 90 bytes, two bytes for each syllable. */
  code_text: (code: string) =>
    `[${serviceName}] 인증번호 ${code}\n화면에 입력해 주세요. 아무에게도 알려 주지 마세요.`,
}
