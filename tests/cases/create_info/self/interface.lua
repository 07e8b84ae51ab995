local define = CreateInfo("c").define
define(Interface("d"), "X")
