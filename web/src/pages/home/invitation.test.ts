import { describe, expect, it } from 'vitest';
import { invitationPath } from './invitation';

const HERE = 'http://localhost:8000';

describe('invitationPath', () => {
  it('takes whole links, paths and bare ids', () => {
    expect(invitationPath('http://localhost:8000/table/abc123?invite=xyz', HERE)).toBe('/table/abc123?invite=xyz');
    expect(invitationPath(' /table/abc123 ', HERE)).toBe('/table/abc123');
    expect(invitationPath('abc123', HERE)).toBe('/table/abc123');
    expect(invitationPath('/seat/token_1', HERE)).toBe('/seat/token_1');
  });
  it('takes nothing that leads elsewhere', () => {
    expect(invitationPath('javascript:alert(1)', HERE)).toBeNull();
    expect(invitationPath('http://localhost:8000/odds', HERE)).toBeNull();
    expect(invitationPath('no link', HERE)).toBeNull();
  });
});
