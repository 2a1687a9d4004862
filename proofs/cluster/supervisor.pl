# Keeps one program, as an init system would: perl supervisor.pl POSTMASTER_PID_FILE|- LISTEN|- PROGRAM WORDS…
#
# On standard input an `s` starts it (it may have ended since); the end of the input, which the system brings about however the
# parent dies, kills it with all its children. On standard output: `port N` once, if LISTEN is a word and not `-`, then
# `started PID` and `ended STATUS`. The program's own words go to standard error.
# With LISTEN the program gets a listening socket as systemd hands it over (sd_listen_fds(3)); it outlives the program.
# The file of a server that its program left behind (PostgreSQL under Patroni) names that server's process in its first line.
use strict;
use warnings;
use POSIX ':sys_wait_h';
use Socket;

my ($server_file, $listen, @program) = @ARGV;
$| = 1;
$^F = 3;    # descriptor 3 is handed on
my $socket;
if ($listen ne '-') {
    socket($socket, PF_INET, SOCK_STREAM, 0) or die "socket: $!";
    fileno($socket) == 3 or die 'descriptor 3 is taken';
    setsockopt($socket, SOL_SOCKET, SO_REUSEADDR, 1);
    bind($socket, sockaddr_in(0, INADDR_LOOPBACK)) or die "bind: $!";
    listen($socket, 511) or die "listen: $!";
    print 'port ', (sockaddr_in(getsockname($socket)))[0], "\n";
}

my $child = 0;
$SIG{CHLD} = sub {
    while ((my $ended = waitpid(-1, WNOHANG)) > 0) {
        next if $ended != $child;
        print "ended $?\n";
        $child = 0;
    }
};
while (1) {
    my $read = sysread(STDIN, my $word, 1);
    next if !defined $read;    # a signal came
    last if $read == 0;
    start() if $word eq 's' && !$child;
}
$SIG{CHLD} = 'DEFAULT';
if ($child) { kill 'KILL', -$child; waitpid $child, 0; }
if (open my $file, '<', $server_file) {
    my $pid = <$file>;
    if ($pid) { kill $_, int $pid for 'QUIT', 'CONT'; }    # at once, with all its backends, also one that stands still
}

sub start {
    my $pid = fork // die "fork: $!";
    if ($pid) { $child = $pid; print "started $pid\n"; return; }
    setpgrp;    # its children are killed with it
    open STDIN,  '<', '/dev/null';
    open STDOUT, '>&', \*STDERR;
    if ($socket) { $ENV{LISTEN_FDS} = 1; $ENV{LISTEN_PID} = $$; }
    exec @program or die "exec $program[0]: $!";
}
