/** Checks the string formats of JSON Schema, each in time linear in the length of the value. */
import type { SupportedFormat } from '@cloakroom/contract/formats.ts';

type Check = (text: string) => boolean;

/** RFC 3339, `full-date`, in the Gregorian calendar. */
function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= days;
}

/** RFC 3339, `full-time`. A leap second is the last one of a day in UTC. */
function isTime(text: string): boolean {
  const found = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[zZ]|([+-])(\d\d):(\d\d))$/.exec(text);
  if (!found) return false;
  const [hour = 0, minute = 0, second = 0] = found.slice(1, 4).map(Number);
  const [offsetHour = 0, offsetMinute = 0] = found
    .slice(5, 7)
    .map((part: string | undefined) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  const offset = (offsetHour * 60 + offsetMinute) * (found[4] === '-' ? -1 : 1);
  const day = 24 * 60;
  return (hour * 60 + minute - offset + 2 * day) % day === day - 1;
}

const isDateTime: Check = (text) =>
  /^.{10}[tT]/.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11));

/** RFC 3339, appendix A: units follow each other without a gap, weeks stand alone. */
const isDuration: Check = (text) =>
  /^P(?:\d+W|(?=\d|T\d)(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/.test(
    text,
  );

/** RFC 1123: labels of letters, digits and inner hyphens. Punycode labels are not decoded. */
const isHostname: Check = (text) =>
  text.length <= 253 &&
  text.split('.').every((label) => /^[a-zA-Z\d](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])?$/.test(label));

/** RFC 2673, section 3.2: four numbers without leading zeros. */
const isIpv4: Check = (text) => {
  const parts = text.split('.');
  return (
    parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
  );
};

/** RFC 4291, section 2.2: eight groups; one run of zeros may be left out, and an IPv4 address may replace the last two. */
function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2 || !/^[\da-fA-F:.]+$/.test(text)) return false;
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1)!.at(-1) ?? '';
  if (last.includes('.')) {
    if (!isIpv4(last)) return false;
    groups.at(-1)!.splice(-1, 1, '0', '0');
  }
  const allGroups = groups.flat();
  return (
    allGroups.every((group) => /^[\da-fA-F]{1,4}$/.test(group)) &&
    (halves.length === 2 ? allGroups.length < 8 : allGroups.length === 8)
  );
}

const atom = "[a-zA-Z\\d!#$%&'*+/=?^_`{|}~-]+";
const localPart = new RegExp(`^(?:${atom}(?:\\.${atom})*|"(?:[ !#-\\[\\]-~]|\\\\[ -~])*")$`);

/** RFC 5321, `Mailbox`. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  if (at < 1 || !localPart.test(text.slice(0, at))) return false;
  if (!domain.startsWith('[') || !domain.endsWith(']')) return isHostname(domain);
  const address = domain.slice(1, -1);
  return /^IPv6:/i.test(address) ? isIpv6(address.slice(5)) : isIpv4(address);
}

const percent = '%[\\da-fA-F]{2}';
const unreserved = "a-zA-Z\\d._~!$&'()*+,;=\\-";
const pathPart = new RegExp(`^(?:[${unreserved}:@/]|${percent})*$`);
const queryPart = new RegExp(`^(?:[${unreserved}:@/?]|${percent})*$`);
const userPart = new RegExp(`^(?:[${unreserved}:]|${percent})*$`);
const hostPart = new RegExp(`^(?:[${unreserved}]|${percent})*$`);

/** RFC 3986, `URI-reference`, with the parts as its appendix B divides them. */
function isReference(text: string, absolute: boolean): boolean {
  const [, scheme, authority, path = '', query = '', fragment = ''] =
    /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(text) ?? [];
  if (scheme === undefined ? absolute : !/^[a-zA-Z][a-zA-Z\d+.-]*$/.test(scheme)) return false;
  if (authority !== undefined && !isAuthority(authority)) return false;
  return pathPart.test(path) && queryPart.test(query) && queryPart.test(fragment);
}

function isAuthority(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at >= 0 && !userPart.test(text.slice(0, at))) return false;
  const found = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(text.slice(at + 1));
  const host = found?.[1];
  if (host === undefined) return false;
  if (!host.startsWith('[')) return hostPart.test(host);
  const literal = host.slice(1, -1);
  return isIpv6(literal) || new RegExp(`^[vV][\\da-fA-F]+\\.[${unreserved}:]+$`).test(literal);
}

const variable = `(?:[a-zA-Z\\d_]|${percent})(?:\\.?(?:[a-zA-Z\\d_]|${percent}))*(?::[1-9]\\d{0,3}|\\*)?`;
const expression = new RegExp(`^[+#./;?&=,!@|]?${variable}(?:,${variable})*$`);
const literals = new RegExp(`^(?:[^\\p{Cc}\\p{Cs} "<>\\\\^\`{|}%]|${percent})*$`, 'u');

/** RFC 6570: alternating literals and expressions. */
const isTemplate: Check = (text) =>
  text.split('{').every((piece, i) => {
    const [inside, rest, ...more] = i === 0 ? ['', piece] : piece.split('}');
    return (
      more.length === 0 &&
      rest !== undefined &&
      (i === 0 || expression.test(inside ?? '')) &&
      literals.test(rest)
    );
  });

const isPointer: Check = (text) => /^(?:\/(?:[^~/]|~[01])*)*$/s.test(text);

function isRegex(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

export const formatChecks: Record<SupportedFormat, Check> = {
  date: isDate,
  time: isTime,
  'date-time': isDateTime,
  duration: isDuration,
  email: isEmail,
  hostname: isHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  uri: (text) => isReference(text, true),
  'uri-reference': (text) => isReference(text, false),
  'uri-template': isTemplate,
  uuid: (text) => /^[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$/.test(text),
  'json-pointer': isPointer,
  'relative-json-pointer': (text) => {
    const rest = /^(?:0|[1-9]\d*)(.*)$/s.exec(text)?.[1];
    return rest !== undefined && (rest === '#' || isPointer(rest));
  },
  regex: isRegex,
};
