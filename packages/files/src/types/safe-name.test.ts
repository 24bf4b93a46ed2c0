import { describe, expect, it } from '@jest/globals';
import { safeFileName } from './safe-name.ts';

describe('S9 the file name for downloads', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['REPORT.PDF', 'REPORT.pdf'],
    ['report', 'report.pdf'],
    ['Bokslut 2026 – å.xlsx', 'Bokslut 2026 – å.pdf'],
    ['evil.html', 'evil.pdf'],
    ['evil.pdf.exe', 'evil.pdf.pdf'],
    ['../../etc/passwd', 'etc passwd.pdf'],
    ['C:\\Windows\\system.ini', 'C Windows system.pdf'],
    ['.htaccess', 'file.pdf'],
    ['a\u0000b\r\nc"d.pdf', 'a b c d.pdf'],
    ['\u202efdp.exe', 'fdp.pdf'],
    ['a\u2028b', 'a b.pdf'],
    ['CON', 'file CON.pdf'],
    ['nul.txt', 'file nul.pdf'],
    ['com1.tar.gz', 'file com1.tar.pdf'],
    ['console.log', 'console.pdf'],
    ['', 'file.pdf'],
    ['...', 'file.pdf'],
    ['///', 'file.pdf'],
    ['\ud800.txt', '\ufffd.pdf'],
    [`${'ä'.repeat(300)}.pdf`, `${'ä'.repeat(100)}.pdf`],
    ['e\u0301.txt', '\u00e9.pdf'],
  ])('%j becomes %j', (sent, name) => {
    expect(safeFileName(sent, 'pdf')).toBe(name);
  });
});
